import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'PUT /inbox/:id/read': ({ inboxItemId }) => ({ path: `/inbox/${inboxItemId}/read` }),
  },
};
