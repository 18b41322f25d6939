export { clearDepartment, insertCategory } from './categories.queries.ts';
export { categoryRoutes } from './categories.routes.ts';
export { translateCategory, withTranslation } from './translations.queries.ts';
