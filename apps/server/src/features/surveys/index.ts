export { applicationSurveyRoutes } from './application-surveys.routes.ts';
export { installSurvey } from './install-survey.ts';
export { optionRoutes } from './options.routes.ts';
export { questionRoutes } from './questions.routes.ts';
export { groupByCategory, type FormOption, type FormQuestion, type SurveyForm } from './survey-form.ts';
export { findSurveyForm } from './survey-form.queries.ts';
export {
  DE_ESCALATION_SURVEY,
  DISCHARGE_SURVEY,
  FRIENDS_AND_FAMILY_TEST,
  SURVEY_TEMPLATES,
} from './survey-templates.ts';
export type { SurveyTemplate } from './survey-template.ts';
export { listSurveyLanguages, surveyExists } from './surveys.queries.ts';
export { findUnanswerable, UNANSWERABLE_TEXTS } from './survey-uses.queries.ts';
export { surveyRoutes } from './surveys.routes.ts';
export { forgetRevisions } from './forget-revisions.ts';
