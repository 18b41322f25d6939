export { openPublicPage, type PublicPage } from './public-page.ts';
export { insertEntry, insertPage } from './ward-pages.queries.ts';
export { wardPageRoutes } from './ward-pages.routes.ts';
