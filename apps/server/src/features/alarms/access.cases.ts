import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'PUT /alarms/:id': ({ alarmId }) => ({ path: `/alarms/${alarmId}`, body: { alarm: { acknowledged: true } } }),
  },
};
