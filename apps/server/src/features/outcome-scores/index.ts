export { copyOutcomeScores } from './copy-outcome-scores.ts';
export { computeOutcomes, type Outcome } from './compute-outcomes.ts';
export { outcomeScoreRoutes } from './outcome-scores.routes.ts';
export { insertOutcomeScore, listOutcomeScores } from './outcome-scores.queries.ts';
export { readOutcomes } from './read-outcomes.ts';
