export { inboxRoutes } from './inbox.routes.ts';
export { forgetItems, insertAlarmItems, insertCaseItems, insertTextItems } from './inbox.queries.ts';
