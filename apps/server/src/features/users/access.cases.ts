import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'GET /users/:id': ({ userId }) => ({ path: `/users/${userId}` }),
    'PUT /users/:id': ({ userId }) => ({
      path: `/users/${userId}`,
      body: { user: { name: 'Renamed' }, application_user: { landing_page: '/cases/index', locations: ['ASH'] } },
    }),
    'DELETE /users/:id': ({ formerUserId }) => ({ path: `/users/${formerUserId}` }),
    'PUT /users/:id/reset-password': ({ userId }) => ({
      path: `/users/${userId}/reset-password`,
      body: { user: { password: 'quite another long one' } },
    }),
    'GET /users/:id/applications': ({ userId }) => ({ path: `/users/${userId}/applications` }),
    'POST /users/:id/applications': ({ userId, id }) => ({
      path: `/users/${userId}/applications`,
      body: { application: { id } },
    }),
    'PUT /users/:id/applications/:applicationId': ({ userId, id }) => ({
      path: `/users/${userId}/applications/${id}`,
      body: { application_user: { locations: ['W1'] } },
    }),
    'DELETE /users/:id/applications/:applicationId': ({ leavingUserId, id }) => ({
      path: `/users/${leavingUserId}/applications/${id}`,
    }),
    'GET /users/:id/permissions': ({ userId }) => ({ path: `/users/${userId}/permissions` }),
    'POST /users/:id/permissions': ({ userId, permissionId }) => ({
      path: `/users/${userId}/permissions`,
      body: { permission: { id: permissionId } },
    }),
    'DELETE /users/:id/permissions/:permissionId': ({ userId, permissionId }) => ({
      path: `/users/${userId}/permissions/${permissionId}`,
    }),
  },
  makingNothingOfPeople: ['POST /users'],
};
