export { listComingRuns, type ComingRun } from './list-coming-runs.ts';
export { broadcastRoutes } from './broadcasts.routes.ts';
export { RUN_BROADCAST, runBroadcast } from './run-broadcast.ts';
export { START_DUE_BROADCASTS, startDueBroadcasts } from './start-due-broadcasts.ts';
