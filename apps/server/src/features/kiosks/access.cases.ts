import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /mailing_list/:id/kiosks.csv': ({ listId }) => ({ path: `/mailing_list/${listId}/kiosks.csv` }),
    'GET /mailing_list/:id/kiosks': ({ listId }) => ({ path: `/mailing_list/${listId}/kiosks` }),
    'POST /mailing_list/:id/kiosks': ({ listId, surveyId }) => ({
      path: `/mailing_list/${listId}/kiosks`,
      body: { kiosk: { label: 'Tablet ward 5', survey_id: surveyId } },
    }),
    'DELETE /mailing_list/:id/kiosks/:kioskId': ({ listId, kioskId }) => ({
      path: `/mailing_list/${listId}/kiosks/${kioskId}`,
    }),
  },
};
