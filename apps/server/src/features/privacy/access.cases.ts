import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'POST /patients/:id/legal_hold': ({ patientId }) => ({
      path: `/patients/${patientId}/legal_hold`,
      body: { legal_hold: { reason: 'A claim was made' } },
    }),
    'PUT /patients/:id/legal_hold/release': ({ patientId }) => ({
      path: `/patients/${patientId}/legal_hold/release`,
      body: { legal_hold: { reason: 'The claim is settled' } },
    }),
  },
  recordsOfHospital: { 'GET /erasures/:id': ({ erasureId }) => ({ path: `/erasures/${erasureId}` }) },
  showingPeople: ['GET /legal_holds'],
  making: {
    'POST /persons/erase': ({ patientId }) => ({ body: { person: { patient_id: patientId, reason: 'Asked for it' } } }),
  },
};
