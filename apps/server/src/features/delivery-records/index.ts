export { wasSentIn } from './delivery-days.ts';
export { isChosen, readFilters, type Read } from './delivery-records.queries.ts';
export { addUpFunnel, countReasons, type FunnelGroup } from './funnel.queries.ts';
export { deliveryRecordRoutes } from './delivery-records.routes.ts';
