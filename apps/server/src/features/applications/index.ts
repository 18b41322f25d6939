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
export { sealAccessSecretsAnew } from './access-secret.ts';
export { listSurveyChoices } from './application-figures.queries.ts';
export { applicationRoutes } from './applications.routes.ts';
export { checkCredentials, type Credentials } from './check-credentials.ts';
export { createApplication } from './create-application.ts';
