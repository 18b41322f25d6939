export { runTriggers, type ProcessedEvent } from './run-triggers.ts';
export { triggerRoutes } from './triggers.routes.ts';
export { insertTrigger } from './triggers.queries.ts';
