export { applyVisitEvent, type VisitRegistry } from './apply-visit-event.ts';
export { cancelVisits } from './cancel-visits.ts';
export { changeVisitNumber } from './change-visit-number.ts';
export { divideVisits } from './divide-visits.ts';
export { joinVisits, type JoinedVisit } from './join-visits.ts';
export { moveHistory, type MovedHistory } from './move-history.ts';
export { moveVisit, moveVisitTo } from './move-visit.ts';
export { returnVisits } from './return-visits.ts';
export { forgetVisitClocks, LONG_AGO, restoreVisitClocks, type VisitClock } from './visit-clocks.queries.ts';
export {
  forgetVisitNumbers,
  insertVisits,
  listVisitsOf,
  updateVisits,
  type VisitRecord,
} from './visit-records.queries.ts';
export { getVisit } from './visits.queries.ts';
export { visitRoutes } from './visits.routes.ts';
export { DAYS_SINCE_VISIT, listDaysSinceVisits } from './days-since-visit.ts';
