export { insertMissingPermissions } from './permissions.queries.ts';
export { permissionRoutes } from './permissions.routes.ts';
