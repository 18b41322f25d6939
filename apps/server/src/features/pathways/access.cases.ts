import type { AccessCases } from '../../testing/access-cases.ts';

const plan = (surveyId: number) => ({
  title: 'Renamed',
  steps: [{ title: 'First', survey_id: surveyId, after_days: 1, window_days: 7, channel: 'email' }],
});

export const accessCases: AccessCases = {
  recordsOfPeople: {
    'POST /pathway_enrolments/:id/end': ({ enrolmentId }) => ({
      path: `/pathway_enrolments/${enrolmentId}/end`,
      body: { enrolment: { reason: 'Moved abroad' } },
    }),
  },
  recordsOfHospital: {
    'GET /pathways/:id': ({ pathwayId }) => ({ path: `/pathways/${pathwayId}` }),
    'PUT /pathways/:id': ({ pathwayId, surveyId }) => ({
      path: `/pathways/${pathwayId}`,
      body: { pathway: plan(surveyId) },
    }),
    'DELETE /pathways/:id': ({ pathwayId }) => ({ path: `/pathways/${pathwayId}` }),
  },
  showingPeople: ['GET /pathway_enrolments', 'GET /pathway_enrolments.csv'],
  making: {
    'POST /pathway_enrolments': ({ pathwayId, otherPatientId }) => ({
      body: { enrolment: { pathway_id: pathwayId, patient_id: otherPatientId, started_on: '2026-01-31' } },
    }),
  },
  makingNothingOfPeople: ['POST /pathways'],
};
