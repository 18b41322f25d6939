export { apiKeyRoutes } from './api-keys.routes.ts';
export { authenticateKey, isApiKey } from './authenticate-key.ts';
export { SIGNING_ALGORITHMS, tokenAddresses } from './tokens/issue-token.ts';
export { tokenEndpoint } from './tokens/token-endpoint.ts';
