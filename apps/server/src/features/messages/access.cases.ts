import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /hl7_messages/:id': ({ messageId }) => ({ path: `/hl7_messages/${messageId}` }),
    'PUT /hl7_messages/:id/reprocess': ({ messageId }) => ({ path: `/hl7_messages/${messageId}/reprocess` }),
    'PUT /hl7_messages/:id': ({ messageId }) => ({
      path: `/hl7_messages/${messageId}`,
      body: { hl7_message: { bed: '2' } },
    }),
    'POST /hl7_messages/:id/send': ({ messageId }) => ({
      path: `/hl7_messages/${messageId}/send`,
      body: { email: 'orla@example.org' },
    }),
    'GET /hl7_discharges/:id': ({ messageId }) => ({ path: `/hl7_discharges/${messageId}` }),
    'PUT /hl7_discharges/:id': ({ messageId }) => ({
      path: `/hl7_discharges/${messageId}`,
      body: { hl7_message: { bed: '3' } },
    }),
  },
  recordsOfHospital: {
    'GET /applications/:id/senders': ({ id }) => ({ path: `/applications/${id}/senders` }),
    'PUT /applications/:id/senders': ({ id }) => ({
      path: `/applications/${id}/senders`,
      body: { sender: { sending_application: 'PAS', sending_facility: 'X', date_order: null, may_send: true } },
    }),
    'PUT /applications/:id/senders/hold': ({ id }) => ({
      path: `/applications/${id}/senders/hold`,
      body: { hold: { holds_new_senders: false } },
    }),
    'POST /applications/:id/reload_messages': ({ id }) => ({ path: `/applications/${id}/reload_messages` }),
    'GET /applications/:id/reload_messages': ({ id }) => ({ path: `/applications/${id}/reload_messages` }),
  },
  showingPeople: [
    'GET /hl7_discharges',
    'GET /hl7_discharges.csv',
    'GET /hl7_discharges/:id',
    'GET /hl7_messages',
    'GET /hl7_messages.csv',
    'GET /hl7_messages/:id',
  ],
  making: {
    'PUT /hl7_messages/reprocess': () => ({}),
    'POST /hl7_messages': () => ({
      body: { hl7_message: { event: 'A01', patient_identifier: 'NORA', location: 'BIRCH' } },
    }),
    'POST /hl7_discharges': () => ({ body: { hl7_message: { patient_identifier: 'NORA', location: 'BIRCH' } } }),
  },
  makingNothingOfPeople: ['POST /hl7_messages/import'],
};
