export { listTitleOf, listTitlesOf } from './access.queries.ts';
export { checkPassword } from './check-password.ts';
export { checkNewUser, EMAIL_TAKEN } from './create-user.ts';
export { closeAccount } from './delete-user.ts';
export { ensureFirstSuperuser, hashPassword } from './ensure-first-superuser.ts';
export { assignApplication, grantPermissions, insertRegistered, insertUser, setPassword } from './users.queries.ts';
export { checkMayManage } from './may-manage.ts';
export { isEmailTaken, listWards, lockPerson, lockWithoutAccess } from './people.queries.ts';
export { userRoutes } from './users.routes.ts';
export {
  isReachable,
  listAdministrators,
  listSuperusers,
  listWhoMay,
  staffColumns,
  type StaffRecipient,
} from './administrators.queries.ts';
