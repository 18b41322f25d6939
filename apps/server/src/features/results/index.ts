export { findSmallGroups, listLargeGroups, type WardGroup } from './find-small-groups.ts';
export { addUp } from './add-up-answers.ts';
export { listAnsweringWards, listSurveyRows } from './overview/overview.queries.ts';
export { npsOf, responseRate, trendOf } from './read-results.ts';
export {
  askedOf,
  countAsked,
  endInstant,
  feedbackOf,
  listAnswers,
  listGroups,
  readFrame,
  startInstant,
  type Frame,
  type GroupRow,
} from './results.queries.ts';
export { resultsRoutes } from './results.routes.ts';
export { protectGroups, toFigures, type Counted } from './small-groups.ts';
