import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /surveys/:id/results': ({ surveyId }) => ({ path: `/surveys/${surveyId}/results` }),
    'GET /surveys/:id/results.csv': ({ surveyId }) => ({ path: `/surveys/${surveyId}/results.csv` }),
    'GET /surveys/:id/comments': ({ surveyId }) => ({ path: `/surveys/${surveyId}/comments` }),
  },
};
