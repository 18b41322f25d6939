import type { Context } from '../../platform/context.ts';
import { emailToStaff, outcomeOf } from '../../platform/gateways/staff-email.ts';
import { systemScope } from '../../platform/scope.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import { countOpenItems, type OpenItems } from '../inbox/index.ts';
import { claimDigest, insertDueDigests, listDigestKinds, recordDigest } from './digest.queries.ts';

export { SEND_DIGEST } from './digest.queries.ts';
export const START_DUE_DIGESTS = 'start-due-digests';

/** The job that runs every few minutes. It may run twice, and in two processes at once. */
export async function startDueDigests(ctx: Context): Promise<void> {
  await ctx.db.transaction(systemScope('every application'), (tx) => insertDueDigests(tx, ctx.clock()));
}

/**
 * Sends one person the number of items that are still to do, with links and nothing about patients. Nothing is sent when there is
 * nothing to do. A digest that may have left is not sent again, also after a crash: tomorrow’s has the same items.
 */
export async function sendDigest(ctx: Context, id: number): Promise<void> {
  const claimed = await ctx.db.transaction(systemScope('person'), async (tx) => {
    const digest = await claimDigest(tx, id);
    if (!digest) return null;
    const kinds = await listDigestKinds(tx, digest.user_id);
    const items = await countOpenItems(tx, digest.user_id, kinds, digest.since);
    if (items.length === 0) await recordDigest(tx, id, { state: 'empty', last_error: null, sent_at: null });
    return { ...digest, items };
  });
  if (!claimed || claimed.items.length === 0) return;
  const { email: to, message_id } = claimed;
  const words = writeDigest(claimed.items, ctx, claimed.language);
  const result = await ctx.gateways.email.send(emailToStaff(ctx.publicUrl, { to, ...words, message_id }));
  const outcome = outcomeOf(result, claimed.attempts, ctx.clock());
  await ctx.db.transaction(systemScope('person'), (tx) => recordDigest(tx, id, outcome));
  if (outcome.state === 'waiting') throw new Error('the mail server did not take a digest; it is tried again');
}

export function writeDigest(
  items: readonly OpenItems[],
  ctx: Pick<Context, 'publicUrl'>,
  language: string | null,
): { subject: string; text: string } {
  const { digest, named } = staffWordsIn(language);
  const titles = new Map(items.map(({ application_id, application_title }) => [application_id, application_title]));
  const inboxOf = (applicationId: number | null) => staffLink(ctx, '/inbox', applicationId);
  const [only = null, ...others] = titles.keys();
  const parts = [...titles].map(([id, title]) =>
    [
      fillWords(named, { name: title, value: '' }).trimEnd(),
      ...items
        .filter(({ application_id }) => application_id === id)
        .map(
          ({ kind, open, fresh }) =>
            `- ${fillWords(named, { name: digest.kinds[kind], value: open })}${fresh > 0 ? ` ${fillWords(digest.fresh, { count: fresh })}` : ''}`,
        ),
      ...(others.length > 0 ? [inboxOf(id)] : []),
    ].join('\n'),
  );
  const total = items.reduce((sum, { open }) => sum + open, 0);
  const values = {
    items: parts.join('\n\n'),
    inbox: inboxOf(others.length > 0 ? null : only),
    account: `${ctx.publicUrl}/account`,
  };
  return { subject: fillWords(digest.subject, { count: total }), text: fillWords(digest.text, values) };
}
