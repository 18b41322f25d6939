export { inboxRoutes } from './inbox.routes.ts';
export { insertTextItems } from './inbox.queries.ts';
