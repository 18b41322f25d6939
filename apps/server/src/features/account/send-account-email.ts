import type { Context } from '../../platform/context.ts';
import { emailToStaff, outcomeOf } from '../../platform/gateways/staff-email.ts';
import { systemScope } from '../../platform/scope.ts';
import { UnknownKey } from '../../platform/secrets.ts';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import { claimAccountEmail, recordAccountEmail, type WaitingEmail } from './account-emails.queries.ts';
import { accountLink } from './account-link.ts';

/**
 * Sends one e-mail to a person about their own account. When a run is interrupted, the e-mail is sent again: a
 * duplicate does no harm here.
 */
export async function sendAccountEmail(ctx: Context, id: number): Promise<void> {
  const { email: gateway } = ctx.gateways;
  const waiting = await ctx.db.transaction(systemScope('person'), (tx) => claimAccountEmail(tx, id, gateway.name));
  if (!waiting) return;
  const { email: to, message_id } = waiting;
  const result = await gateway.send(emailToStaff(ctx.publicUrl, { to, ...write(ctx, waiting), message_id }));
  const outcome = outcomeOf(result, waiting.attempts, ctx.clock());
  await ctx.db.transaction(systemScope('person'), (tx) => recordAccountEmail(tx, id, outcome));
  if (outcome.state === 'waiting') throw new Error('the mail server did not take an e-mail; it is tried again');
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
