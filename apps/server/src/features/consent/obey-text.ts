import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claimNotice, getReplySettings, type NewInboundText } from './inbound-texts.queries.ts';
import { deleteOwnOptOut, hasOptedOut, insertOptOut } from './opt-outs.queries.ts';
import { replyText } from './text-replies.ts';

/** A person who keeps writing is told once in so many days that nobody watches the number at all hours. */
const NOTICE_EVERY_DAYS = 30;

type TextOfApplication = Pick<
  NewInboundText,
  'channel' | 'from_address' | 'language' | 'understood' | 'doubtful' | 'harm'
> & {
  application_id: number;
  /** Where the delivery that it answers went, when it is known: not always where the answer comes from. */
  writtenTo: string | null;
};

/**
 * Opts out or in, and returns what to send back: a confirmation once, or to the first text for a person that nobody
 * watches this number. What changes nothing ("yes", when nobody opted out) may be an answer and is left to a person.
 */
export async function obeyText(
  tx: Tx,
  ctx: Context,
  text: TextOfApplication,
): Promise<{ reply: string | null; doubtful: boolean }> {
  const { application_id: applicationId, channel, understood, doubtful } = text;
  const address = { applicationId, channel, address: text.from_address };
  const settings = await getReplySettings(tx, applicationId);
  const language = text.language ?? settings.language;
  const say = (kind: Parameters<typeof replyText>[1]) => replyText(language, kind, settings.hospital);

  if (understood === 'stop') {
    const others = [text.from_address, text.writtenTo ?? text.from_address];
    let isNew = false;
    for (const one of new Set(others.map((other) => other.toLowerCase())))
      isNew = (await insertOptOut(tx, { ...address, address: one }, 'stop')) || isNew;
    return { reply: isNew ? say('stop') : null, doubtful };
  }
  if (understood === 'help') return { reply: say('help'), doubtful };
  if (understood === 'start' && (await deleteOwnOptOut(tx, address))) {
    // A colleague's note of an opt-out stays, and then START has not done what it asks.
    const isStillOut = await hasOptedOut(tx, address);
    return { reply: isStillOut ? null : say('start'), doubtful: doubtful || isStillOut };
  }
  const isWanted = text.harm || !(await hasOptedOut(tx, address));
  const isFirst = isWanted && (await claimNotice(tx, address, ctx.clock(), NOTICE_EVERY_DAYS));
  const notice = settings.unwatched_notice ?? say('unwatched');
  return { reply: isFirst ? notice : null, doubtful: doubtful || understood === 'start' };
}
