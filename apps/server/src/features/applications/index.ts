export {
  findApplicationByAccessKey,
  getApplication,
  listApplicationsOfUser,
  listIntakeRules,
} from './applications.queries.ts';
export { applicationRoutes } from './applications.routes.ts';
export { ACCESS_SECRET_PURPOSE, createApplication } from './create-application.ts';
