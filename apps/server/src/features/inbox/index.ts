export { inboxRoutes } from './inbox.routes.ts';
