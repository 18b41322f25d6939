import type { Context } from '../../../platform/context.ts';
import { lockFor } from '../../../platform/db/database.ts';
import type { SmsPart } from '../../../platform/gateways/gateway.ts';
import { inTurns } from '../../../platform/jobs/in-turns.ts';
import { systemScope } from '../../../platform/scope.ts';
import { receiveText, receiveTextIn, type ReceivedText } from '../../consent/index.ts';
import {
  deleteJoinedParts,
  insertPart,
  listLateTexts,
  listWaitingParts,
  markPartsJoined,
  type PartedText,
  type WaitingPart,
} from './parts.queries.ts';

export const RECEIVE_LATE_TEXTS = 'receive-late-texts';

/** Parts come within seconds of each other. After this time without another one, the text is read as far as it came. */
const MAX_WAIT_MS = 120_000;
/** A part that comes again within this time is the one that is known: the centre did not hear that we have it. */
const REPEATED_WITHIN_MS = 10 * 60_000;
/** What is kept of a part. A part of an SMS has 153 characters; one in `message_payload` may have more, and is not refused for it. */
const MAX_PART_CHARACTERS = 4_000;
/** Stands for what did not come, in any language. */
const MISSING = '[…]';

interface SmppText {
  from: string;
  to: string;
  text: string;
  /** Null: it is whole. */
  part: SmsPart | null;
}

/**
 * Stores what came from the SMPP centre: a text, or a part of one (3GPP TS 23.040 §9.2.3.24.1). The last part makes the text, in
 * the same transaction. Returns the reply to send back; null: none.
 */
export async function receiveSmppText(ctx: Context, { from, to, text, part }: SmppText): Promise<string | null> {
  if (part === null) return (await receiveText(ctx, fromCentre({ from, to }, text))).reply;
  const whole: PartedText = { from, to, reference: part.reference, total: part.total };
  return ctx.db.transaction(systemScope('credential'), async (tx) => {
    // Two parts that come at once, to two processes, see each other.
    await lockFor(tx, lockOf(whole));
    const now = ctx.clock();
    if (!(await insertPart(tx, whole, { number: part.number, text: text.slice(0, MAX_PART_CHARACTERS) }, now)))
      return null;
    const parts = await listWaitingParts(tx, whole);
    if (parts.length < part.total) return null;
    await markPartsJoined(tx, parts, now);
    return (await receiveTextIn(tx, ctx, fromCentre(whole, join(whole, parts)))).reply;
  });
}

/** Stores texts of which a part did not come, as far as they came. The job runs every minute. */
export async function receiveLateTexts(ctx: Context): Promise<void> {
  const now = ctx.clock().getTime();
  const late = await ctx.db.transaction(systemScope('credential'), async (tx) => {
    await deleteJoinedParts(tx, new Date(now - REPEATED_WITHIN_MS));
    return listLateTexts(tx, new Date(now - MAX_WAIT_MS));
  });
  await inTurns(late, async (found) => {
    const reply = await receiveLate(ctx, found);
    if (reply !== null) await ctx.gateways.sms.send({ to: found.from, text: reply, idempotencyKey: '' });
    return false;
  });
}

const receiveLate = (ctx: Context, late: PartedText): Promise<string | null> =>
  ctx.db.transaction(systemScope('credential'), async (tx) => {
    await lockFor(tx, lockOf(late));
    const parts = await listWaitingParts(tx, late);
    // Another process has stored it meanwhile.
    if (parts.length === 0) return null;
    await markPartsJoined(tx, parts, ctx.clock());
    return (await receiveTextIn(tx, ctx, fromCentre(late, join(late, parts)))).reply;
  });

const lockOf = ({ from, to, reference }: PartedText): string => `parts of a text:${from}:${to}:${reference}`;

const fromCentre = ({ from, to }: Pick<PartedText, 'from' | 'to'>, text: string): ReceivedText => ({
  channel: 'sms',
  from,
  to,
  text,
  gatewayMessageId: null,
  origin: { gateway: 'smpp' },
});

/** Puts the parts together. Between parts that came, a gap is shown once. */
function join({ total }: PartedText, parts: readonly WaitingPart[]): string {
  const texts = new Map(parts.map(({ number, text }) => [number, text]));
  const all = Array.from({ length: total }, (_, index) => texts.get(index + 1) ?? null);
  return all
    .filter((text, index) => text !== null || index === 0 || all[index - 1] !== null)
    .map((text) => text ?? ` ${MISSING} `)
    .join('')
    .trim();
}
