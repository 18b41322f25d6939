import type { Context } from '../../platform/context.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import {
  claimAccountEmail,
  recordAccountEmail,
  type AccountEmailKind,
  type WaitingEmail,
} from './account-emails.queries.ts';
import { resetLink } from './password-reset.ts';

const MAX_ATTEMPTS = 8;

/** One e-mail to a person about their own account. Cut off in the middle it is sent again: twice is no harm here. */
export async function sendAccountEmail(house: Context, id: number): Promise<void> {
  const { email: gateway } = house.gateways;
  const waiting = await house.db.transaction(SYSTEM_SCOPE, (tx) => claimAccountEmail(tx, id, gateway.name));
  if (!waiting) return;
  const domain = new URL(house.publicUrl).hostname;
  const result = await gateway.send({
    to: waiting.email,
    from: { name: 'Wardvoice', address: `no-reply@${domain}` },
    ...write(house, waiting),
    unsubscribeUrl: null,
    messageId: `<${waiting.message_id}@${domain}>`,
  });
  const isRetried = !result.ok && result.outcome === 'retry' && waiting.attempts < MAX_ATTEMPTS;
  await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    recordAccountEmail(tx, id, {
      state: result.ok ? 'sent' : isRetried ? 'waiting' : 'failed',
      last_error: result.ok ? null : result.error,
      sent_at: result.ok ? house.clock() : null,
    }),
  );
  if (isRetried) throw new Error('the mail server did not take an e-mail; it is tried again');
}

/** No name: whoever registers may write anything there, to any address. */
function write(house: Context, { kind, request_id }: WaitingEmail): { subject: string; text: string } {
  const { subject, lines } = TEXTS[kind](house.publicUrl, request_id === null ? '' : resetLink(house, request_id));
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
  password_changed: (home) => ({
    subject: 'Your Wardvoice password was changed',
    lines: [
      'Your password was changed just now, and you were signed out everywhere else.',
      `If it was not you, choose a new one at once and tell your administrator:\n${home}/forgot-password`,
    ],
  }),
};
