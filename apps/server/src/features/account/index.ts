export { SEND_ACCOUNT_EMAIL } from './account-emails.queries.ts';
export { accountRoutes, createAuthenticate } from './account.routes.ts';
export { ownAccountRoutes } from './own-account.routes.ts';
export { REQUEST_PASSWORD_RESET, requestPasswordReset } from './request-password-reset.ts';
export { sendAccountEmail } from './send-account-email.ts';
export { singleSignOnRoutes } from './single-sign-on.routes.ts';
export type { SingleSignOnSettings } from './single-sign-on.ts';
