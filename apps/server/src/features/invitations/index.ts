export { invite, type NewInvitation } from './invite.ts';
