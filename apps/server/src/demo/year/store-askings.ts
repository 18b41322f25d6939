import { randomUUID } from 'node:crypto';
import { FEEDBACK_TOKEN_PURPOSE } from '../../features/deliveries/index.ts';
import { surveyWords } from '../../features/invitations/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { derivedToken, hashToken } from '../../platform/secrets.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import type { PastAsking } from './draw-asking.ts';
import { DAY_MS, plus } from './draw.ts';
import { insertEach } from './insert-rows.ts';
import type { StoredStays } from './store-stays.ts';

/** An offer is open for so long, as the setting of a new application says. */
export const VALID_DAYS = 42;
/** What sent the messages of the past. The sample hospital itself sends nothing. */
export const PAST_GATEWAYS = { sms: 'twilio', email: 'smtp' } as const;

export interface StoredAskings {
  invitationId(asking: PastAsking): number;
  deliveryId(asking: PastAsking): number;
}

interface Asking {
  applicationId: number;
  hospitalTitle: string;
  surveyIds: Readonly<Record<PastAsking['survey'], number>>;
  triggerIds: Readonly<Record<PastAsking['survey'], number>>;
  stored: StoredStays;
}

/** Stores each planned survey in the ledger, with its delivery. */
export async function storeAskings(
  tx: Tx,
  ctx: Pick<Context, 'keys'>,
  askings: readonly PastAsking[],
  { applicationId, hospitalTitle, surveyIds, triggerIds, stored }: Asking,
): Promise<StoredAskings> {
  const invitationIds = await reserveIds(tx, 'invitations', askings.length);
  const deliveryIds = await reserveIds(tx, 'deliveries', askings.length);
  const about = ({ stay, survey }: PastAsking) => ({
    application_id: applicationId,
    survey_id: surveyIds[survey],
    trigger_id: triggerIds[survey],
    patient_id: stored.patientId(stay.person),
    visit_id: stored.visitId(stay),
    message_id: stored.lastMessageId(stay),
  });
  await insertEach(tx, 'invitations', askings, (asking, index) => ({
    ...about(asking),
    ...newToken(ctx),
    id: invitationIds[index] ?? 0,
    way: 'trigger',
    language: asking.stay.person.language.toLowerCase(),
    created_at: asking.at,
    expires_at: plus(asking.at, VALID_DAYS * DAY_MS),
    opened_at: asking.openedAt,
    answered_at: asking.answeredAt,
    withdrawn_at: asking.state === 'suppressed' ? asking.at : null,
    ...askingColumns(deliveryIds[index] ?? 0, asking),
  }));
  await insertEach(tx, 'deliveries', askings, (asking, index) => {
    const { person } = asking.stay;
    const words = surveyWords(person.language.toLowerCase(), asking.channel, {
      given_name: person.given,
      hospital: hospitalTitle,
    });
    const { message_id } = about(asking);
    return {
      ...about(asking),
      ...words,
      ...whatCameOf(asking),
      id: deliveryIds[index] ?? 0,
      invitation_id: invitationIds[index] ?? 0,
      purpose: 'survey',
      cause: `trigger:${triggerIds[asking.survey]}:message:${message_id}`,
      location: asking.event.ward,
      created_at: asking.at,
      send_at: asking.at,
      idempotency_key: randomUUID(),
    };
  });
  const placeOf = new Map(askings.map((asking, index) => [asking, index]));
  return {
    invitationId: (asking) => invitationIds[placeOf.get(asking) ?? -1] ?? 0,
    deliveryId: (asking) => deliveryIds[placeOf.get(asking) ?? -1] ?? 0,
  };
}

/**
 * Returns what the ledger says of an offer with this one delivery. A trigger of the database notes the same when a delivery is
 * stored; that the rows have it already saves it from writing all of them again.
 */
export function askingColumns(
  delivery_id: number,
  { state, reason, recipient, sentAt }: Pick<PastAsking, 'state' | 'reason' | 'recipient' | 'sentAt'>,
) {
  return {
    delivery_id,
    asking: state === 'answered' ? 'delivered' : state,
    asking_reason: reason,
    asked_at: state === 'suppressed' || state === 'failed' ? null : sentAt,
    asked_uncertain: false,
    address: recipient?.toLowerCase() ?? null,
  };
}

/** Returns the columns of a new link. Its token is made of the id and a key of this server, so nobody knows it from here. */
export function newToken({ keys }: Pick<Context, 'keys'>): { public_id: string; token_hash: string } {
  const public_id = randomUUID();
  const hash = hashToken(derivedToken(keys, FEEDBACK_TOKEN_PURPOSE, public_id));
  return { public_id, token_hash: `\\x${hash.toString('hex')}` };
}

type Outcome = Pick<
  PastAsking,
  | 'channel'
  | 'fallback'
  | 'state'
  | 'reason'
  | 'recipient'
  | 'sentAt'
  | 'deliveredAt'
  | 'openedAt'
  | 'error'
  | 'undelivered'
>;

/** Returns the columns of a delivery that say what came of it. */
export function whatCameOf({ channel, state, sentAt, ...outcome }: Outcome) {
  const isTried = state !== 'suppressed';
  return {
    channel,
    fallback_channel: outcome.fallback,
    state,
    reason: outcome.reason,
    recipient: outcome.recipient,
    gateway: isTried ? PAST_GATEWAYS[channel] : null,
    gateway_message_id: sentAt ? randomUUID() : null,
    attempts: isTried ? 1 : 0,
    last_error: outcome.error,
    sent_at: sentAt,
    delivered_at: outcome.deliveredAt,
    opened: outcome.openedAt !== null,
    undelivered: outcome.undelivered,
    addressed: false,
    outcome_unknown: false,
    reminder: 0,
    reminders_left: 0,
    reminder_days: 7,
  };
}
