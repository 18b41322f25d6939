export { accountRoutes, createAuthenticate } from './account.routes.ts';
export { hashPassword } from './sign-in.ts';
