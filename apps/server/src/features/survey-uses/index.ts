export { countOpenLinks, findUnanswerable, listSurveyUses, UNANSWERABLE_TEXTS } from './survey-uses.queries.ts';
export { surveyUseRoutes } from './survey-uses.routes.ts';
