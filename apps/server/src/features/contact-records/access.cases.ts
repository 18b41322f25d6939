import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /contacts/:id/opt_outs': ({ contactId }) => ({ path: `/contacts/${contactId}/opt_outs` }),
    'POST /contacts/:id/opt_outs': ({ contactId }) => ({
      path: `/contacts/${contactId}/opt_outs`,
      body: { opt_out: { channel: 'email', reason: 'Said so on the phone' } },
    }),
    'POST /contacts/:id/opt_outs/take_back': ({ contactId }) => ({
      path: `/contacts/${contactId}/opt_outs/take_back`,
      body: { opt_out: { channel: 'email', reason: 'Asked to be written to again' } },
    }),
    'GET /contacts/:id/history': ({ contactId }) => ({ path: `/contacts/${contactId}/history` }),
  },
  showingPeople: ['GET /contacts/:id/history', 'GET /contacts/:id/opt_outs'],
};
