import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}` }),
    'PUT /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}`, body: { case: { action: 'claim' } } }),
  },
  recordsOfHospital: {
    'GET /applications/:id/escalation_check': ({ id }) => ({ path: `/applications/${id}/escalation_check` }),
  },
  showingPeople: ['GET /cases', 'GET /cases.csv', 'GET /cases/:id'],
  making: {
    'POST /cases': ({ textId }) => ({ body: { case: { text_id: textId } } }),
  },
};
