export { followUpText } from './follow-up-text.ts';
export { RECEIVE_LATE_TEXTS, receiveLateTexts, receiveSmppText } from './parts/receive-part.ts';
export { emailRoutes } from './emails/emails.routes.ts';
export { textRoutes } from './texts.routes.ts';
