export { checkPassword } from './check-password.ts';
export { ensureFirstSuperuser, hashPassword } from './ensure-first-superuser.ts';
export { assignApplication, grantPermissions, insertMissingPermissions, insertUser } from './users.queries.ts';
export { announceAccess, endSessions, SESSIONS_TOPIC } from './end-sessions.ts';
export { listWards } from './people.queries.ts';
export { userRoutes } from './users.routes.ts';
export {
  isReachable,
  listAdministrators,
  listSuperusers,
  staffColumns,
  type StaffRecipient,
} from './administrators.queries.ts';
