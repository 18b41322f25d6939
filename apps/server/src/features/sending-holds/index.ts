export { startSendingEpoch } from './sending-epoch.ts';
export { sendingHoldRoutes } from './sending-holds.routes.ts';
export { holdRestored } from './sending-holds.queries.ts';
