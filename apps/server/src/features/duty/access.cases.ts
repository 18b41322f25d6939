import type { AccessCases } from '../../testing/access-cases.ts';

const ABSENCE = { from_day: '2998-01-01', to_day: '2998-01-31' };

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /departments/:id/duty_shifts': ({ departmentId }) => ({ path: `/departments/${departmentId}/duty_shifts` }),
    'GET /departments/:id/on_duty': ({ departmentId }) => ({ path: `/departments/${departmentId}/on_duty` }),
    'POST /departments/:id/duty_shifts': ({ departmentId, userId }) => ({
      path: `/departments/${departmentId}/duty_shifts`,
      body: { duty_shift: { weekday: 2, starts: '07:00', ends: '19:00', user_ids: [userId] } },
    }),
    'PUT /departments/:id/duty_shifts/:shiftId': ({ departmentId, dutyShiftId, userId }) => ({
      path: `/departments/${departmentId}/duty_shifts/${dutyShiftId}`,
      body: { duty_shift: { weekday: 3, starts: '07:00', ends: '19:00', user_ids: [userId] } },
    }),
    'DELETE /departments/:id/duty_shifts/:shiftId': ({ departmentId, dutyShiftId }) => ({
      path: `/departments/${departmentId}/duty_shifts/${dutyShiftId}`,
    }),
    'GET /users/:id/absences': ({ userId }) => ({ path: `/users/${userId}/absences` }),
    'POST /users/:id/absences': ({ userId, colleagueId }) => ({
      path: `/users/${userId}/absences`,
      body: { absence: { ...ABSENCE, deputy_id: colleagueId } },
    }),
    'DELETE /users/:id/absences/:absenceId': ({ userId, absenceId }) => ({
      path: `/users/${userId}/absences/${absenceId}`,
    }),
    'DELETE /account/absences/:id': ({ otherAbsenceId }) => ({ path: `/account/absences/${otherAbsenceId}` }),
  },
  makingNothingOfPeople: ['POST /account/absences'],
};
