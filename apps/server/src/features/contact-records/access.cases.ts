import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /contacts/:id/history': ({ contactId }) => ({ path: `/contacts/${contactId}/history` }),
  },
  showingPeople: ['GET /contacts/:id/history'],
};
