export { listHeldPermissions, listTitleOf, listTitlesOf } from './access.queries.ts';
export { addExisting } from './add-existing.ts';
export { checkSeesWard } from './check-sees-ward.ts';
export { checkPassword } from './check-password.ts';
export { checkNewUser, EMAIL_TAKEN } from './create-user.ts';
export { closeAccount } from './delete-user.ts';
export { ensureFirstSuperuser, hashPassword } from './ensure-first-superuser.ts';
export {
  assignApplication,
  grantPermissions,
  insertRegistered,
  insertUser,
  setLanguage,
  setPassword,
} from './users.queries.ts';
export { checkMayManage, checkMayPlace, isWithin, readAccess, whyNotReach, type Access } from './may-manage.ts';
export {
  changeDetails,
  claimAnew,
  insertWithoutPassword,
  placeInApplication,
  setRole,
  removeFromApplication,
} from './provisioned-person.ts';
export { findSeat, getPerson, isEmailTaken, listWards, lockPerson, lockWithoutAccess } from './people.queries.ts';
export { userRoutes } from './users.routes.ts';
export {
  findRecipient,
  isReachable,
  listAdministrators,
  listColleagues,
  listRecipients,
  listSuperusers,
  listWhoMay,
  languageOfStaff,
  staffColumns,
  type Colleague,
  type StaffRecipient,
} from './administrators.queries.ts';
