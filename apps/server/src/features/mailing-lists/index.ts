export { mailingListRoutes } from './mailing-lists.routes.ts';
export {
  addMember,
  addToListsOf,
  contactsCount,
  addMembersText,
  countMembers,
  getMailingList,
  insertMailingList,
  listMembers,
} from './mailing-lists.queries.ts';
export { lockStatic } from './lock-static.ts';
export { seesWholeList } from './sees-whole-list.ts';
export { countUnreachable } from './reach.queries.ts';
export { refreshMailingList } from './refresh-mailing-list.ts';
export { REFRESH_MAILING_LIST, runRefresh } from './run-refresh.ts';
