import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /visits/:id/proof': ({ visitId }) => ({ path: `/visits/${visitId}/proof` }),
    'GET /patients/:id': ({ patientId }) => ({ path: `/patients/${patientId}` }),
    'POST /patients/:id/merges': ({ patientId, otherPatientId }) => ({
      path: `/patients/${patientId}/merges`,
      body: { merge: { gone_id: otherPatientId, reason: 'The same person' } },
    }),
    'PUT /patients/:id/merges/:mergeId/undo': ({ patientId, mergeId }) => ({
      path: `/patients/${patientId}/merges/${mergeId}/undo`,
    }),
    'PUT /identity_conflicts/:id': ({ conflictId }) => ({
      path: `/identity_conflicts/${conflictId}`,
      body: { decision: 'same_person' },
    }),
  },
  showingPeople: ['GET /identity_conflicts', 'GET /patients', 'GET /patients.csv', 'GET /patients/:id'],
};
