export { admitInvited } from './accept-invitation.ts';
export { accountInvitationRoutes } from './invitations.routes.ts';
export { registrationRoutes } from './registrations.routes.ts';
export { REQUEST_REGISTRATION, requestRegistration } from './request-registration.ts';
