import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'PUT /inbox/:id/read': ({ inboxItemId }) => ({ path: `/inbox/${inboxItemId}/read` }),
    'PUT /inbox/:id/done': ({ inboxItemId }) => ({ path: `/inbox/${inboxItemId}/done` }),
    'PUT /inbox/:id/undone': ({ inboxItemId }) => ({ path: `/inbox/${inboxItemId}/undone` }),
  },
  making: {
    'PUT /inbox/done': ({ inboxItemId }) => ({
      body: { inbox: { ids: [inboxItemId], seen_until: new Date().toISOString() } },
    }),
    'PUT /inbox/undone': ({ inboxItemId }) => ({ body: { inbox: { ids: [inboxItemId] } } }),
  },
};
