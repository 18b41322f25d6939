export { mailingListRoutes } from './mailing-lists.routes.ts';
export { addMember, countMembers, getMailingList, insertMailingList, listMembers } from './mailing-lists.queries.ts';
export { countUnreachable } from './reach.queries.ts';
export { refreshMailingList } from './refresh-mailing-list.ts';
export { IMPORT_CONTACTS, runImport } from './run-import.ts';
export { REFRESH_MAILING_LIST, runRefresh } from './run-refresh.ts';
