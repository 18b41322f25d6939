export { getApplication, listApplicationsOfUser, listIntakeRules } from './applications.queries.ts';
export { applicationRoutes } from './applications.routes.ts';
export { authenticateApplication } from './authenticate-application.ts';
export { createApplication } from './create-application.ts';
