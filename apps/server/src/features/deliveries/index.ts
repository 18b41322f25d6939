export { findDeliveryByCause, forgetDeliveriesOf, giveDeliveriesTo, setOverrideReason } from './deliveries.queries.ts';
export { refuseWhileHeld } from './broadcast-hold.ts';
export { MAX_RETRY_MS } from './record.ts';
export { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
export {
  cancelDeliveries,
  planDeliveries,
  SEND_DELIVERY,
  sendDeliveryJob,
  type PlannedDelivery,
} from './plan-deliveries.ts';
export { feedbackLink, feedbackToken, FEEDBACK_TOKEN_PURPOSE, type FeedbackRequest } from './feedback-link.ts';
export { dispatchAll, sendDelivery } from './send-deliveries.ts';
export { rescheduleDeliveries } from './reschedule-deliveries.ts';
export { suppressDeliveries } from './suppress-deliveries.ts';
export { claimDeliveries, type OpenDelivery, type PreparedDelivery } from './claim.ts';
export { answerDeliveries, failInterrupted, markOpened, suppressOfRun } from './settle-deliveries.ts';
export { insertDeliveriesOfRun } from './insert-deliveries-of-run.ts';
export { getSendingRules } from './claim.queries.ts';
export { channelsAgain, reachedBy, type Reached } from './reached-by.ts';
export { compareClaims, confirmServer, forgetAllClaims } from './remembered-claims.ts';
