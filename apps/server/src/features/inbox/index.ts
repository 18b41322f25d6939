export { inboxRoutes } from './inbox.routes.ts';
export { insertAlarmItems, insertCaseItems, insertTextItems } from './inbox.queries.ts';
