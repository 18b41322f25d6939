export { countByCause } from './by-cause.queries.ts';
export { caseCauseRoutes } from './case-causes.routes.ts';
export { insertCause, listCauses } from './causes.queries.ts';
export { checkCause } from './check-cause.ts';
