import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /feedback/records/:id': ({ feedbackId }) => ({ path: `/feedback/records/${feedbackId}` }),
    'PUT /feedback/records/:id/read': ({ feedbackId }) => ({
      path: `/feedback/records/${feedbackId}/read`,
      body: { feedback: { read: true } },
    }),
  },
  showingPeople: ['GET /feedback', 'GET /feedback.csv', 'GET /feedback/records/:id'],
};
