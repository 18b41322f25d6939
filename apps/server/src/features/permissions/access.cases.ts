import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /permissions/:id': ({ permissionId }) => ({ path: `/permissions/${permissionId}` }),
    'PUT /permissions/:id': ({ permissionId, id }) => ({
      path: `/permissions/${permissionId}`,
      body: { permission: { name: `renamed.of-${id}` } },
    }),
    'DELETE /permissions/:id': ({ permissionId }) => ({ path: `/permissions/${permissionId}` }),
  },
  makingNothingOfPeople: ['POST /permissions'],
};
