import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /departments/:id': ({ departmentId }) => ({ path: `/departments/${departmentId}` }),
    'PUT /departments/:id': ({ departmentId }) => ({
      path: `/departments/${departmentId}`,
      body: { department: { title: 'Renamed' } },
    }),
    'DELETE /departments/:id': ({ departmentId }) => ({ path: `/departments/${departmentId}` }),
    'GET /departments/:id/escalations': ({ departmentId }) => ({ path: `/departments/${departmentId}/escalations` }),
    'GET /departments/:id/escalation_choices': ({ departmentId }) => ({
      path: `/departments/${departmentId}/escalation_choices`,
    }),
    'POST /departments/:id/escalations': ({ departmentId, userId, surveyId }) => ({
      path: `/departments/${departmentId}/escalations`,
      body: { department_escalation: { survey_id: surveyId, user_ids: [userId], sort_order: 2 } },
    }),
    'PUT /departments/:id/escalations/:escalationId': ({ departmentId, escalationId, userId, surveyId }) => ({
      path: `/departments/${departmentId}/escalations/${escalationId}`,
      body: { department_escalation: { survey_id: surveyId, user_ids: [userId], sort_order: 3 } },
    }),
    'DELETE /departments/:id/escalations/:escalationId': ({ departmentId, escalationId }) => ({
      path: `/departments/${departmentId}/escalations/${escalationId}`,
    }),
  },
  makingNothingOfPeople: ['POST /departments', 'PUT /departments/wards'],
};
