export { apiKeyRoutes } from './api-keys.routes.ts';
export { authenticateKey, isApiKey } from './authenticate-key.ts';
