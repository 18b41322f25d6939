export { followUpText } from './follow-up-text.ts';
export { emailRoutes } from './emails/emails.routes.ts';
export { textRoutes } from './texts.routes.ts';
