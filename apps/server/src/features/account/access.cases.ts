import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'DELETE /account/passkeys/:id': ({ passkeyId }) => ({ path: `/account/passkeys/${passkeyId}` }),
    'PUT /account/passkeys/:id': ({ passkeyId }) => ({
      path: `/account/passkeys/${passkeyId}`,
      body: { name: 'Phone' },
    }),
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
    'PUT /session/application',
    'DELETE /sessions',
    'PUT /account/language',
    'PUT /account/password',
    'POST /account/passkeys',
    'POST /account/passkeys/options',
    'POST /session/passkey/options',
    'POST /session/prove/passkey',
    'POST /session/unlock/passkey',
    'POST /account/two-step',
    'POST /account/two-step/confirm',
    'POST /account/two-step/disable',
  ],
};
