export { deliveryRoutes } from './deliveries.routes.ts';
export { NOTE_RECEIPT, noteReceiptJob, receiveReceipt } from './note-receipt.ts';
export { insertOptOut, type OptOutSource } from './opt-outs.queries.ts';
export { cancelDeliveries, planDeliveries, SEND_DELIVERY, type PlannedDelivery } from './plan-deliveries.ts';
export { feedbackLink, FEEDBACK_TOKEN_PURPOSE, sendDelivery } from './send-delivery.ts';
export type { PatientChannel } from './gate.ts';
export { receiveText } from './receive-text.ts';
export { TWILIO_STATUS_PATH } from './twilio.routes.ts';
export { unsubscribe, type UnsubscribeWish } from './unsubscribe.ts';
