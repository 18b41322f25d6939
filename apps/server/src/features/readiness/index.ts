export { createReadinessProbe, type ReadinessProbe } from './read-readiness.ts';
export { readinessRoutes } from './readiness.routes.ts';
