export { followUpText } from './follow-up-text.ts';
export { textRoutes } from './texts.routes.ts';
