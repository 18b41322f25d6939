import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { instant, page, pagingQuery, sortBy } from './paging.ts';

export const ACCOUNT_EMAIL_KINDS = [
  'password_reset',
  'registered',
  'already_registered',
  'password_changed',
  'confirm_registration',
  'registration_waiting',
  'registration_granted',
  'registration_refused',
  'account_invitation',
  'emergency_sign_in',
  'two_step_reset',
  'account_made',
  'passkey_added',
  'passkey_removed',
] as const;

export const accountEmail = z.object({
  id: z.number(),
  kind: z.enum(ACCOUNT_EMAIL_KINDS),
  state: z.enum(['waiting', 'sent', 'failed']),
  recipient: z.string(),
  /** Null where no account has the address. */
  name: z.string().nullable(),
  gateway: z.string().nullable(),
  last_error: z.string().nullable(),
  /** Link to choose a password; null when it has been used or has ended, and unless the e-mail stayed in the outbox. */
  link: z.string().nullable(),
  created_at: instant,
  sent_at: instant.nullable(),
});
export type AccountEmail = z.output<typeof accountEmail>;

export const listAccountEmails = endpoint({
  method: 'GET',
  path: '/account_emails',
  access: { permission: 'superuser', anyApplication: true },
  summary: 'E-mails to people about their own account',
  query: pagingQuery.extend({ sort: sortBy(['created_at'], '-created_at') }),
  reply: page(accountEmail),
});
