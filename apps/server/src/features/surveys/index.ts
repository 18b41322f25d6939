export { listSurveyLanguages, surveyExists } from './surveys.queries.ts';
