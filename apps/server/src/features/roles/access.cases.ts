import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /roles/:id': ({ roleId }) => ({ path: `/roles/${roleId}` }),
    'PUT /roles/:id': ({ roleId }) => ({ path: `/roles/${roleId}`, body: { role: { name: 'Renamed' } } }),
    'DELETE /roles/:id': ({ roleId }) => ({ path: `/roles/${roleId}` }),
  },
  makingNothingOfPeople: ['POST /roles'],
};
