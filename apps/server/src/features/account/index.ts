export { accountRoutes, createAuthenticate } from './account.routes.ts';
