import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /inbound_texts/:id': ({ textId }) => ({ path: `/inbound_texts/${textId}` }),
    'PUT /inbound_texts/:id/read': ({ textId }) => ({ path: `/inbound_texts/${textId}/read` }),
    'POST /inbound_texts/:id/reply': ({ textId }) => ({
      path: `/inbound_texts/${textId}/reply`,
      body: { text: 'We will call you today.' },
    }),
  },
  showingPeople: ['GET /inbound_texts', 'GET /inbound_texts.csv', 'GET /inbound_texts/:id'],
};
