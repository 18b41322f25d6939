export { whyNotGiveRole } from './may-give-role.ts';
export { refreshBuiltInRoles } from './refresh-built-in-roles.ts';
export { findBuiltInRole, findPermissionsOf } from './roles.queries.ts';
export { roleRoutes } from './roles.routes.ts';
