export { SEND_ACCOUNT_EMAIL } from './account-emails.queries.ts';
export { accountRoutes, createAuthenticate, type WaysIn } from './account.routes.ts';
export { ownAccountRoutes } from './own-account.routes.ts';
export { REQUEST_REGISTRATION, requestRegistration } from './registering/request-registration.ts';
export { REQUEST_PASSWORD_RESET, requestPasswordReset } from './request-password-reset.ts';
export { sendAccountEmail } from './send-account-email.ts';
