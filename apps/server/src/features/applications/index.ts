export {
  clearSurveyAfterCases,
  getApplication,
  getIntakeSettingsVersion,
  listApplicationsOfUser,
  listIntakeRules,
  listListenerSettings,
  saveListenerStates,
  type ListenerState,
} from './applications.queries.ts';
export { listSurveyChoices } from './application-figures.queries.ts';
export { applicationRoutes } from './applications.routes.ts';
export { authenticateApplication } from './authenticate-application.ts';
export { createApplication } from './create-application.ts';
