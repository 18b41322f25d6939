import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'POST /contacts/:id/merge': ({ contactId, otherContactId }) => ({
      path: `/contacts/${contactId}/merge`,
      body: { merge: { contact_id: otherContactId } },
    }),
  },
};
