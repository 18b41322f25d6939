import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'POST /deliveries/:id/retry': ({ failedDeliveryId }) => ({ path: `/deliveries/${failedDeliveryId}/retry` }),
  },
  showingPeople: ['GET /deliveries', 'GET /deliveries.csv'],
};
