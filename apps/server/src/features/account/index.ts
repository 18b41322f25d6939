export { SEND_ACCOUNT_EMAIL, writeAccountEmail } from './account-emails.queries.ts';
export { accountToken } from './account-link.ts';
export { encryptTwoStepAnew } from './encrypt-anew.ts';
export { findUserByEmail } from './account.queries.ts';
export { accountRoutes, createAuthenticate, type WaysIn } from './account.routes.ts';
export { ownAccountRoutes } from './own-account.routes.ts';
export { REQUEST_PASSWORD_RESET, requestPasswordReset } from './request-password-reset.ts';
export { sendAccountEmail } from './send-account-email.ts';
export { signInHappened } from './sign-in-happened.ts';
