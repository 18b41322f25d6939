export { findSmallGroups, listLargeGroups, type WardGroup } from './find-small-groups.ts';
export { resultsRoutes } from './results.routes.ts';
