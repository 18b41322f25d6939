import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { UnknownKey } from '../../platform/secrets.ts';
import {
  claimAccountEmail,
  recordAccountEmail,
  type AccountEmailKind,
  type WaitingEmail,
} from './account-emails.queries.ts';
import { accountLink } from './account-link.ts';

const MAX_ATTEMPTS = 8;

/**
 * Sends one e-mail to a person about their own account. When a run is interrupted, the e-mail is sent again: a
 * duplicate does no harm here.
 */
export async function sendAccountEmail(ctx: Context, id: number): Promise<void> {
  const { email: gateway } = ctx.gateways;
  const waiting = await ctx.db.transaction(systemScope('person'), (tx) => claimAccountEmail(tx, id, gateway.name));
  if (!waiting) return;
  const domain = new URL(ctx.publicUrl).hostname;
  const result = await gateway.send({
    to: waiting.email,
    from: { name: 'Wardvoice', address: `no-reply@${domain}` },
    ...write(ctx, waiting),
    unsubscribeUrl: null,
    messageId: `<${waiting.message_id}@${domain}>`,
  });
  const isRetried = !result.ok && result.outcome === 'retry' && waiting.attempts < MAX_ATTEMPTS;
  await ctx.db.transaction(systemScope('person'), (tx) =>
    recordAccountEmail(tx, id, {
      state: result.ok ? 'sent' : isRetried ? 'waiting' : 'failed',
      last_error: result.ok ? null : result.error,
      sent_at: result.ok ? ctx.clock() : null,
    }),
  );
  if (isRetried) throw new Error('the mail server did not take an e-mail; it is tried again');
}

/** The text contains no name, because anybody can register with any text as a name and any address. */
function write(ctx: Context, { kind, ...request }: WaitingEmail): { subject: string; text: string } {
  const link = accountLink(ctx, kind, request);
  if (link === null && request.request_id !== null) throw new UnknownKey('The key of a link is not there any more.');
  const { subject, lines } = TEXTS[kind](ctx.publicUrl, link ?? '');
  return { subject, text: `Hello,\n\n${lines.join('\n\n')}\n` };
}

type Text = (home: string, link: string) => { subject: string; lines: string[] };

const TEXTS: Record<AccountEmailKind, Text> = {
  password_reset: (_home, link) => ({
    subject: 'Choose a new password for Wardvoice',
    lines: [
      'Somebody, we hope you, asked for a new password. Choose one here within an hour:',
      link,
      'If it was not you, do nothing: your password stays as it is.',
    ],
  }),
  registered: (home) => ({
    subject: 'Your Wardvoice account',
    lines: [
      'Your account is made. You can see nothing with it until an administrator of your organisation gives you access.',
      `Then sign in here:\n${home}/login`,
      'If you did not ask for an account, tell your administrator.',
    ],
  }),
  already_registered: (home) => ({
    subject: 'You have a Wardvoice account already',
    lines: [
      'Somebody, perhaps you, tried to register with this address. It has an account already, and nothing was changed.',
      `If you do not know the password, choose a new one:\n${home}/forgot-password`,
    ],
  }),
  confirm_registration: (_home, link) => ({
    subject: 'Confirm your Wardvoice account',
    lines: [
      'Somebody, we hope you, asked for an account with this address. Choose a password here within 24 hours:',
      link,
      'If it was not you, do nothing: there is no account without this link.',
    ],
  }),
  registration_waiting: (home) => ({
    subject: 'Somebody waits for access to Wardvoice',
    lines: [
      'Somebody has registered and shown that their e-mail address is theirs. They see nothing until they are given access.',
      `Give them access, or refuse it, among the users:\n${home}/users/index`,
    ],
  }),
  registration_granted: (home) => ({
    subject: 'You have access to Wardvoice',
    lines: ['An administrator has given you access.', `Sign in here:\n${home}/login`],
  }),
  registration_refused: () => ({
    subject: 'Your Wardvoice account was refused',
    lines: [
      'An administrator has decided not to give you access. Your account is deleted.',
      'If you think this is a mistake, speak with your administrator.',
    ],
  }),
  account_invitation: (home, link) => ({
    subject: 'Your invitation to Wardvoice',
    lines: [
      'An administrator of your organisation has invited you. Choose a password here within 7 days:',
      link,
      `Where your organisation has single sign-on, you can sign in with that instead, with this address:\n${home}/login`,
      'The link works once. If you do not know what this is about, do nothing: there is no account without you.',
    ],
  }),
  account_made: (home, link) => ({
    subject: 'Your Wardvoice account',
    lines: [
      'Your organisation has made an account for you. Choose a password here within 7 days:',
      link,
      `After that, ask for a new link, with this address:\n${home}/forgot-password`,
    ],
  }),
  emergency_sign_in: (home) => ({
    subject: 'Your Wardvoice password or passkey was used',
    lines: [
      'Somebody, we hope you, has just signed in as you with your password or a passkey instead of single sign-on.',
      `If it was not you, sign in by single sign-on, end that session under My account, and change your password:\n${home}/login`,
    ],
  }),
  two_step_reset: (home) => ({
    subject: 'Two-step sign-in was switched off for you',
    lines: [
      'An administrator has switched off two-step sign-in for your Wardvoice account, and removed your passkeys. Until you switch it on again, your password is enough.',
      `If you did not ask for this, tell your administrator. Switch it on again under My account:\n${home}/account`,
    ],
  }),
  passkey_added: (home) => ({
    subject: 'A passkey was added to your Wardvoice account',
    lines: [
      'A passkey was added just now. Whoever has it can sign in as you.',
      `If it was not you, remove it under My account, change your password, and tell your administrator:\n${home}/account`,
    ],
  }),
  passkey_removed: (home) => ({
    subject: 'A passkey was removed from your Wardvoice account',
    lines: [
      'A passkey was removed just now. It no longer signs you in.',
      `If it was not you, change your password and tell your administrator:\n${home}/account`,
    ],
  }),
  password_changed: (home) => ({
    subject: 'Your Wardvoice password was changed',
    lines: [
      'Your password was changed just now, and you were signed out everywhere else.',
      `If it was not you, choose a new one at once and tell your administrator:\n${home}/forgot-password`,
    ],
  }),
};
