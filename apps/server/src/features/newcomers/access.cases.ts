import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  recordsOfHospital: {
    'POST /account_registrations/:id/grant': ({ registrationId }) => ({
      path: `/account_registrations/${registrationId}/grant`,
    }),
    'POST /account_registrations/:id/refuse': ({ otherRegistrationId }) => ({
      path: `/account_registrations/${otherRegistrationId}/refuse`,
    }),
    'POST /account_invitations/:id/send': ({ accountInvitationId }) => ({
      path: `/account_invitations/${accountInvitationId}/send`,
    }),
    'DELETE /account_invitations/:id': ({ otherAccountInvitationId }) => ({
      path: `/account_invitations/${otherAccountInvitationId}`,
    }),
  },
  makingNothingOfPeople: ['POST /account_invitations'],
};
