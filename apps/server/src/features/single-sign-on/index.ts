export { checkProvider, type ProviderSettings } from './providers.ts';
export { singleSignOnRoutes } from './single-sign-on.routes.ts';
