import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /surveys/:id/uses': ({ surveyId }) => ({ path: `/surveys/${surveyId}/uses` }),
  },
};
