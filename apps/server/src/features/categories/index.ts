export { insertCategory } from './categories.queries.ts';
export { categoryRoutes } from './categories.routes.ts';
