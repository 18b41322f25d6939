import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'DELETE /sessions/:id': ({ sessionId }) => ({ path: `/sessions/${sessionId}` }),
    'DELETE /users/:id/single-sign-on': ({ formerUserId }) => ({ path: `/users/${formerUserId}/single-sign-on` }),
    'DELETE /users/:id/sessions': ({ userId }) => ({ path: `/users/${userId}/sessions` }),
    'DELETE /users/:id/two-step': ({ userId }) => ({ path: `/users/${userId}/two-step` }),
  },
  makingNothingOfPeople: [
    'POST /logout',
    'POST /session/lock',
    'POST /session/unlock',
    'POST /session/prove',
    'POST /session/prove/single-sign-on',
    'PUT /session/application',
    'DELETE /sessions',
    'PUT /account/password',
    'POST /account/two-step',
    'POST /account/two-step/confirm',
    'POST /account/two-step/disable',
  ],
};
