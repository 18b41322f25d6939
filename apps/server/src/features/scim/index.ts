export { scimRoutes } from './scim.routes.ts';
export { scimTokenRoutes } from './tokens/tokens.routes.ts';
