export { openPublicPage, type PublicPage } from './public-page.ts';
export { wardPageRoutes } from './ward-pages.routes.ts';
