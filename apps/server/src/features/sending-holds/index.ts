export { startCommitsCheck } from './commits-check.ts';
export { startSendingEpoch } from './sending-epoch.ts';
export { sendingHoldRoutes } from './sending-holds.routes.ts';
export { sendTime } from './send-time.ts';
export { findHoldReason, findRestore, holdRestored } from './sending-holds.queries.ts';
