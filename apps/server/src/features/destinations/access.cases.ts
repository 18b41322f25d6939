import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /destinations/:id': ({ destinationId }) => ({ path: `/destinations/${destinationId}` }),
    'PUT /destinations/:id': ({ destinationId }) => ({
      path: `/destinations/${destinationId}`,
      body: { destination: { name: 'Laboratory' } },
    }),
    'DELETE /destinations/:id': ({ destinationId }) => ({ path: `/destinations/${destinationId}` }),
    'POST /destinations/:id/pause': ({ destinationId }) => ({ path: `/destinations/${destinationId}/pause` }),
    'POST /destinations/:id/resume': ({ destinationId }) => ({ path: `/destinations/${destinationId}/resume` }),
    'POST /destinations/:id/test': ({ destinationId }) => ({ path: `/destinations/${destinationId}/test` }),
    'GET /destinations/:id/messages': ({ destinationId }) => ({ path: `/destinations/${destinationId}/messages` }),
    'POST /destinations/:id/messages/:queuedId/resend': ({ destinationId, queuedId }) => ({
      path: `/destinations/${destinationId}/messages/${queuedId}/resend`,
    }),
  },
  makingNothingOfPeople: ['POST /destinations'],
};
