export { deleteViewsOf, forgetViewsNaming } from './saved-views.queries.ts';
export { savedViewRoutes } from './saved-views.routes.ts';
