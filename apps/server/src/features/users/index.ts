export { checkPassword } from './check-password.ts';
export { ensureFirstSuperuser, hashPassword } from './ensure-first-superuser.ts';
export { assignApplication, grantPermissions, insertRegistered, insertUser, setPassword } from './users.queries.ts';
export { listWards } from './people.queries.ts';
export { userRoutes } from './users.routes.ts';
export {
  isReachable,
  listAdministrators,
  listSuperusers,
  staffColumns,
  type StaffRecipient,
} from './administrators.queries.ts';
