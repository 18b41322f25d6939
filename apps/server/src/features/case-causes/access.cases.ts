import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'PUT /case_causes/:id': ({ caseCauseId }) => ({
      path: `/case_causes/${caseCauseId}`,
      body: { case_cause: { title: 'Renamed' } },
    }),
    'DELETE /case_causes/:id': ({ caseCauseId }) => ({ path: `/case_causes/${caseCauseId}` }),
  },
  makingNothingOfPeople: ['POST /case_causes'],
};
