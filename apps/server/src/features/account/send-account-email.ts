import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { UnknownKey } from '../../platform/secrets.ts';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import { claimAccountEmail, recordAccountEmail, type WaitingEmail } from './account-emails.queries.ts';
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
function write(ctx: Context, { kind, language, ...request }: WaitingEmail): { subject: string; text: string } {
  const link = accountLink(ctx, kind, request);
  if (link === null && request.request_id !== null) throw new UnknownKey('The key of a link is not there any more.');
  const { greeting, account } = staffWordsIn(language);
  const { subject, lines } = account[kind];
  const text = fillWords(lines.join('\n\n'), { home: ctx.publicUrl, link: link ?? '' });
  return { subject, text: `${greeting}\n\n${text}\n` };
}
