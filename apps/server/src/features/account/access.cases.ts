import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'DELETE /sessions/:id': ({ sessionId }) => ({ path: `/sessions/${sessionId}` }),
    'POST /account_registrations/:id/grant': ({ registrationId }) => ({
      path: `/account_registrations/${registrationId}/grant`,
    }),
    'POST /account_registrations/:id/refuse': ({ otherRegistrationId }) => ({
      path: `/account_registrations/${otherRegistrationId}/refuse`,
    }),
    'DELETE /users/:id/two-step': ({ userId }) => ({ path: `/users/${userId}/two-step` }),
  },
  makingNothingOfPeople: [
    'POST /logout',
    'POST /session/lock',
    'POST /session/unlock',
    'PUT /session/application',
    'DELETE /sessions',
    'PUT /account/password',
    'POST /account/two-step',
    'POST /account/two-step/confirm',
    'POST /account/two-step/disable',
  ],
};
