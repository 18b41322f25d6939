export { inboxRoutes } from './inbox.routes.ts';
export {
  countOpenItems,
  forgetItems,
  insertAlarmItems,
  insertAssignedItem,
  insertCaseItems,
  insertTextItems,
  type OpenItems,
} from './inbox.queries.ts';
