export { findDeliveryByCause } from './deliveries.queries.ts';
export { deliveryRoutes } from './deliveries.routes.ts';
export {
  APPLY_RECEIPT,
  APPLY_WAITING_RECEIPTS,
  applyReceiptJob,
  applyWaitingReceipts,
  RECEIPTS_KEPT_DAYS,
  receiveReceipt,
} from './receipts.ts';
export { forgetReceipts } from './receipts.queries.ts';
export { cancelDeliveries, planDeliveries, SEND_DELIVERY, type PlannedDelivery } from './plan-deliveries.ts';
export { startSendingEpoch } from './sending-epoch.ts';
export { feedbackLink, FEEDBACK_TOKEN_PURPOSE } from './dispatch.ts';
export { dispatchAll, sendDelivery } from './send-deliveries.ts';
export { suppressDeliveries } from './suppress-deliveries.ts';
export { TWILIO_STATUS_PATH } from './twilio.routes.ts';
export { claimDeliveries, type OpenDelivery, type PreparedDelivery } from './claim.ts';
export { answerDeliveries, failInterrupted, suppressOfRun } from './settle-deliveries.ts';
export { findOverdueDeliveries } from './overdue.queries.ts';
export { afterQuietHours } from './quiet-hours.ts';
