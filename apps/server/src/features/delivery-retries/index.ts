export { deliveryRetryRoutes } from './delivery-retries.routes.ts';
