export { checkPassword } from './check-password.ts';
export { ensureFirstSuperuser, hashPassword } from './ensure-first-superuser.ts';
export { assignApplication, grantPermissions, insertMissingPermissions, insertUser } from './users.queries.ts';
