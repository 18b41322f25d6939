import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /patients/:id/consent': ({ patientId }) => ({ path: `/patients/${patientId}/consent` }),
    'GET /contacts/:id/opt_outs': ({ contactId }) => ({ path: `/contacts/${contactId}/opt_outs` }),
    'POST /contacts/:id/opt_outs': ({ contactId }) => ({
      path: `/contacts/${contactId}/opt_outs`,
      body: { opt_out: { channel: 'email', reason: 'Said so on the phone' } },
    }),
    'POST /contacts/:id/opt_outs/take_back': ({ contactId }) => ({
      path: `/contacts/${contactId}/opt_outs/take_back`,
      body: { opt_out: { channel: 'email', reason: 'Asked to be written to again' } },
    }),
  },
  showingPeople: [
    'GET /patients/:id/consent',
    'GET /consent_events',
    'GET /consent_events.csv',
    'GET /contacts/:id/opt_outs',
  ],
};
