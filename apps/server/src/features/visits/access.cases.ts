import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /visits/:id': ({ visitId }) => ({ path: `/visits/${visitId}` }),
  },
  showingPeople: ['GET /visits/:id'],
};
