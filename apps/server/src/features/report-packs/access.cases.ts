import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /report_schedules/:id': ({ reportScheduleId }) => ({ path: `/report_schedules/${reportScheduleId}` }),
    'PUT /report_schedules/:id': ({ reportScheduleId }) => ({
      path: `/report_schedules/${reportScheduleId}`,
      body: { report_schedule: { title: 'For the board' } },
    }),
    'DELETE /report_schedules/:id': ({ reportScheduleId }) => ({ path: `/report_schedules/${reportScheduleId}` }),
    'GET /report_schedules/:id/sendings': ({ reportScheduleId }) => ({
      path: `/report_schedules/${reportScheduleId}/sendings`,
    }),
    'GET /report_schedules/:id/sendings.csv': ({ reportScheduleId }) => ({
      path: `/report_schedules/${reportScheduleId}/sendings.csv`,
    }),
    'POST /report_schedules/:id/sendings': ({ reportScheduleId }) => ({
      path: `/report_schedules/${reportScheduleId}/sendings`,
      body: { sending: {} },
    }),
  },
  makingNothingOfPeople: ['POST /report_schedules'],
};
