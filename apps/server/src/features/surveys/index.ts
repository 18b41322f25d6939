export { applicationSurveyRoutes } from './application-surveys.routes.ts';
export { refuseLosingOptions } from './conditions/conditions.queries.ts';
export { installSurvey } from './install-survey.ts';
export { lockOption } from './options.queries.ts';
export { optionRoutes } from './options.routes.ts';
export {
  getQuestion,
  listQuestionsOfSurvey,
  lockQuestion,
  releaseScale,
  setQuestionOptions,
  updateQuestionColumns,
} from './questions.queries.ts';
export { questionRoutes } from './questions.routes.ts';
export {
  CONTENT as SURVEY_CONTENT,
  findRevisionAt,
  listSurveysOfQuestions,
  reviseSurveys,
} from './survey-content.queries.ts';
export { findSurveyForm } from './survey-form.queries.ts';
export { findDeletionRefusal, getSurvey, insertOption, listSurveyLanguages, surveyExists } from './surveys.queries.ts';
export { sectionRoutes } from './sections/sections.routes.ts';
export { surveyRoutes } from './surveys.routes.ts';
export type { CopiedSurvey } from './duplicate-survey.ts';
export { forgetRevisions } from './forget-revisions.ts';
