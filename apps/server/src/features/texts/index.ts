export { followUpText } from './follow-up-text.ts';
export { inboundEmailRoutes } from './inbound-emails.routes.ts';
export { textRoutes } from './texts.routes.ts';
