import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claimNotice, getReplySettings, type NewInboundText } from './inbound-texts.queries.ts';
import { deleteOwnOptOut, findAddressesOfPerson, hasOptedOut, insertOptOut } from './opt-outs.queries.ts';
import { replyText } from './text-replies.ts';

/** A person who keeps writing is sent the notice that nobody watches the number once in so many days. */
const NOTICE_EVERY_DAYS = 30;

type TextOfApplication = Pick<
  NewInboundText,
  | 'channel'
  | 'from_address'
  | 'language'
  | 'understood'
  | 'doubtful'
  | 'harm'
  | 'subject'
  | 'text'
  | 'patient_id'
  | 'contact_id'
> & {
  application_id: number;
  /** It says that somebody has died. */
  death: boolean;
  /** The address that the answered delivery was sent to, when it is known. The text may come from another address. */
  writtenTo: string | null;
};

/**
 * Opts the sender out or in, and returns the reply: a confirmation when something changed, or the notice that nobody
 * watches this number for the first text that is meant for a person. A text that changes nothing ("yes", when nobody
 * opted out) may be an answer, so it is left to a person.
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
  const decision = {
    source: 'stop',
    patientId: text.patient_id,
    contactId: text.contact_id,
    written: text.text || text.subject,
  } as const;
  const say = (kind: Parameters<typeof replyText>[1]) => replyText(language, kind, settings.hospital);

  if (understood === 'stop') {
    const own = [text.from_address, text.writtenTo ?? text.from_address].map((one) => ({ channel, address: one }));
    // Where somebody has died, nothing more is to come by another way either.
    const { patient_id: patientId, contact_id: contactId } = text;
    const all = text.death
      ? [...own, ...(await findAddressesOfPerson(tx, applicationId, { patientId, contactId }))]
      : own;
    const each = new Map(all.map((one) => [`${one.channel} ${one.address.toLowerCase()}`, one]));
    let isNew = false;
    for (const one of each.values()) isNew = (await insertOptOut(tx, { applicationId, ...one }, decision)) || isNew;
    return { reply: isNew ? say(text.death ? 'death' : 'stop') : null, doubtful };
  }
  if (understood === 'help') return { reply: say('help'), doubtful };
  if (understood === 'start' && (await deleteOwnOptOut(tx, address, decision))) {
    // An opt-out that a colleague recorded stays, so START has not had the effect that it asks for.
    const isStillOut = await hasOptedOut(tx, address);
    return { reply: isStillOut ? null : say('start'), doubtful: doubtful || isStillOut };
  }
  const isWanted = text.harm || !(await hasOptedOut(tx, address));
  const isFirst = isWanted && (await claimNotice(tx, address, ctx.clock(), NOTICE_EVERY_DAYS));
  const notice = settings.unwatched_notice ?? say(channel === 'email' ? 'unwatchedMailbox' : 'unwatched');
  return { reply: isFirst ? notice : null, doubtful: doubtful || understood === 'start' };
}
