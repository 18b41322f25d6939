export { encryptDestinationsAnew, listOwnCertificates } from './client-certificate.ts';
export { destinationRoutes } from './destinations.routes.ts';
export { forgetForwarded } from './forget-forwarded.ts';
export { queueMessages } from './queue-messages.ts';
export { queueAnswers } from './results/queue-answers.ts';
export { SEND_TO_DESTINATION } from './send-job.ts';
export { findWaitingForDestinations, type WaitingForDestinations } from './waiting.queries.ts';
export { listStuck } from './sending.queries.ts';
export { createDestinationSender, SEND_TO_DESTINATIONS, sendToDestinations } from './send-to-destination.ts';
