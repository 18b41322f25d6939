import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /webhooks/:id': ({ webhookId }) => ({ path: `/webhooks/${webhookId}` }),
    'PUT /webhooks/:id': ({ webhookId }) => ({
      path: `/webhooks/${webhookId}`,
      body: { webhook: { description: 'Ticket system' } },
    }),
    'POST /webhooks/:id/rotate': ({ webhookId }) => ({ path: `/webhooks/${webhookId}/rotate`, body: { webhook: {} } }),
    'DELETE /webhooks/:id': ({ webhookId }) => ({ path: `/webhooks/${webhookId}` }),
    'POST /webhooks/:id/test': ({ webhookId }) => ({ path: `/webhooks/${webhookId}/test` }),
    'GET /webhooks/:id/events': ({ webhookId }) => ({ path: `/webhooks/${webhookId}/events` }),
    'POST /webhooks/:id/events/:eventId/replay': ({ webhookId, webhookEventId }) => ({
      path: `/webhooks/${webhookId}/events/${webhookEventId}/replay`,
    }),
    'POST /webhooks/:id/replay': ({ webhookId }) => ({
      path: `/webhooks/${webhookId}/replay`,
      body: { webhook: { since: '2026-01-01T00:00:00Z' } },
    }),
  },
  makingNothingOfPeople: ['POST /webhooks'],
};
