export {
  APPLY_RECEIPT,
  APPLY_WAITING_RECEIPTS,
  applyReceiptJob,
  applyWaitingReceipts,
  RECEIPTS_KEPT_DAYS,
  receiveReceipt,
} from './receipts.ts';
export { planAutomaticReply } from './plan-automatic-reply.ts';
export { forgetReceipts } from './receipts.queries.ts';
export { receiptRoutes } from './receipts.routes.ts';
export { TWILIO_STATUS_PATH } from './twilio.routes.ts';
