export { deliveryRoutes } from './deliveries.routes.ts';
export { cancelDeliveries, planDeliveries, SEND_DELIVERY, type PlannedDelivery } from './plan-deliveries.ts';
export { feedbackLink, FEEDBACK_TOKEN_PURPOSE, sendDelivery } from './send-delivery.ts';
export type { PatientChannel } from './gate.ts';
