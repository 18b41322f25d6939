import type { AccessCases } from '../../testing/access-cases.ts';

const SAID = { purpose: 'care', agreed: true, manner: 'phone', given_on: '2026-01-05', note: 'Said so on the phone' };

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /patients/:id/consent': ({ patientId }) => ({ path: `/patients/${patientId}/consent` }),
    'POST /patients/:id/consent': ({ patientId }) => ({
      path: `/patients/${patientId}/consent`,
      body: { consent: { ...SAID, channel: 'sms' } },
    }),
    'POST /contacts/:id/consent': ({ contactId }) => ({
      path: `/contacts/${contactId}/consent`,
      body: { consent: { ...SAID, channel: 'email' } },
    }),
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
  makingNothingOfPeople: ['POST /consent_purposes'],
  showingPeople: [
    'GET /patients/:id/consent',
    'GET /consent_events',
    'GET /consent_events.csv',
    'GET /contacts/:id/opt_outs',
  ],
};
