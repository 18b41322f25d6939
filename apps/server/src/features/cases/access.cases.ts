import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}` }),
    'PUT /cases/:id': ({ caseId }) => ({ path: `/cases/${caseId}`, body: { case: { action: 'claim' } } }),
    'PUT /cases/:id/assign': ({ otherCaseId, colleagueId }) => ({
      path: `/cases/${otherCaseId}/assign`,
      body: { case: { assignment: { to_id: colleagueId, instead_of_id: null } } },
    }),
    'POST /cases/:id/notes': ({ caseId }) => ({
      path: `/cases/${caseId}/notes`,
      body: { note: { text: 'The daughter will call.' } },
    }),
  },
  recordsOfHospital: {
    'GET /applications/:id/escalation_check': ({ id }) => ({ path: `/applications/${id}/escalation_check` }),
  },
  showingPeople: ['GET /cases', 'GET /cases.csv', 'GET /cases/:id'],
  making: {
    'POST /cases': ({ textId }) => ({ body: { case: { text_id: textId } } }),
  },
};
