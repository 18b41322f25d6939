export { inboxRoutes } from './inbox.routes.ts';
export {
  forgetItems,
  insertAlarmItems,
  insertAssignedItem,
  insertCaseItems,
  insertTextItems,
} from './inbox.queries.ts';
