export { findHeld } from './legal-holds.queries.ts';
export { privacyRoutes } from './privacy.routes.ts';
