import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /feedback/records/:id': ({ feedbackId }) => ({ path: `/feedback/records/${feedbackId}` }),
    'PUT /feedback/records/:id/read': ({ feedbackId }) => ({
      path: `/feedback/records/${feedbackId}/read`,
      body: { feedback: { read: true } },
    }),
    'PUT /feedback/records/:id': ({ feedbackId }) => ({
      path: `/feedback/records/${feedbackId}`,
      body: { feedback: { add_tags: ['food'] } },
    }),
    'POST /feedback/records/:id/notes': ({ feedbackId }) => ({
      path: `/feedback/records/${feedbackId}/notes`,
      body: { note: { text: 'The cook was called.' } },
    }),
    'POST /feedback/records/:id/reply': ({ feedbackId }) => ({
      path: `/feedback/records/${feedbackId}/reply`,
      body: { text: 'We are sorry.' },
    }),
  },
  showingPeople: ['GET /feedback', 'GET /feedback.csv', 'GET /feedback/records/:id'],
};
