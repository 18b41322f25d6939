import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'GET /hl7_messages/:id/token': ({ admissionId }) => ({ path: `/hl7_messages/${admissionId}/token` }),
    'GET /hl7_messages/:id/feedback/person': ({ admissionId }) => ({
      path: `/hl7_messages/${admissionId}/feedback/person`,
    }),
    'POST /hl7_messages/:id/feedback/start': ({ admissionId, admittedPatientId }) => ({
      path: `/hl7_messages/${admissionId}/feedback/start`,
      body: { feedback: { patient_id: admittedPatientId, on: 'own_phone', again: true } },
    }),
    'GET /mailing_list/:id/feedback/contacts/:contactId': ({ listId, surveyId, contactId }) => ({
      path: `/mailing_list/${listId}/feedback/contacts/${contactId}?survey_id=${surveyId}`,
    }),
    'GET /hl7_messages/:id/feedback': ({ admissionId }) => ({ path: `/hl7_messages/${admissionId}/feedback` }),
    'POST /hl7_messages/:id/feedback': ({ otherMessageId, responses }) => ({
      path: `/hl7_messages/${otherMessageId}/feedback`,
      body: { feedback: { responses } },
    }),
    'POST /mailing_list/:id/feedback': ({ listId, surveyId, contactId }) => ({
      path: `/mailing_list/${listId}/feedback`,
      body: { feedback: { survey_id: surveyId, contact_id: contactId, again: true } },
    }),
  },
  recordsOfHospital: {
    'GET /mailing_list/:id/feedback': ({ listId }) => ({ path: `/mailing_list/${listId}/feedback` }),
    'GET /mailing_list/:id/feedback/contacts': ({ listId, surveyId }) => ({
      path: `/mailing_list/${listId}/feedback/contacts?survey_id=${surveyId}`,
    }),
  },
  showingPeople: [
    'GET /hl7_messages/:id/feedback',
    'GET /hl7_messages/:id/feedback/person',
    'GET /mailing_list/:id/feedback/contacts',
    'GET /mailing_list/:id/feedback/contacts/:contactId',
  ],
  makingNothingOfPeople: ['POST /departments/wards/past_answers'],
};
