import type { Context } from '../../platform/context.ts';
import { withRetry, type Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import type { PatientChannel } from '../consent/index.ts';
import { askGateFor, isForPatient } from '../suppression/index.ts';
import { findBroadcastHold } from './broadcast-hold.ts';
import {
  getSendingRules,
  listClaimed,
  lockAll,
  lockDueOfRun,
  lockNamed,
  type Candidate,
  type SendingRules,
} from './claim.queries.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import type { Claimed } from './dispatch.ts';
import { holdBackUnprocessed } from './hold-back-unprocessed.ts';
import { enqueueAgain } from './enqueue-again.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { readRateLimits, slowestOf, takeSlots } from './rate-limits.ts';
import { suppressDeliveries, type Refusal } from './suppress-deliveries.ts';

/** Each delivery takes up to four locks until its claim commits; the database has room for some thousands. */
const MAX_CLAIMED = 250;
/** Where a rate limit holds, no more is claimed than leaves in this time: what is claimed cannot be paused. */
const LIMITED_SECONDS = 1;
/** A slot so near is as good as now. */
const SLOT_TOLERANCE_MS = 500;
/** A run waits for a slot so near; for one further off its whole claim is given back. */
const MAX_WAIT_MS = 2_000;
/** PostgreSQL says when a job is due, and its clock is not ours: a job that comes a little early is not sent away. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** What the gate let through, just before it is prepared. */
export interface OpenDelivery {
  id: number;
  contact_id: number | null;
  invitation_id: number | null;
  channel: PatientChannel;
}

/** What is sent: the invitation it links to, and its words. */
export interface PreparedDelivery {
  id: number;
  invitation_id: number | null;
  subject: string | null;
  text: string;
}

/** Deliveries that have a job each. What is put off gets another job. */
export interface NamedDeliveries {
  ids: readonly number[];
}

/** Those of a broadcast's run that are due. Whoever sends the run comes back for what is put off. */
export interface DueOfRun {
  runId: number;
  /** In the claiming transaction: whether something may leave now, behind a lock that pausing waits for. */
  mayLeave: (tx: Tx) => Promise<boolean>;
  /** One for each, in any order. */
  prepare: (tx: Tx, deliveries: readonly OpenDelivery[]) => Promise<PreparedDelivery[]>;
}

export type ClaimOutcome =
  | { state: 'claimed'; claimed: Claimed[]; at: Date }
  /** Nothing is due now, or nothing may leave. */
  | { state: 'idle' }
  /** Sending is held until a person releases it. */
  | { state: 'held' }
  /** A rate limit has no room before then. */
  | { state: 'limited'; until: Date };

/**
 * Moves deliveries that may leave now to `sending`; they are the caller's to dispatch. One delivery or hundreds, by a job or
 * for a run, take the same way: one lock per person and address, the gate asked behind it, quiet hours, rate limits. Two
 * claims at once never claim the same delivery.
 */
export function claimDeliveries(
  ctx: Context,
  applicationId: number,
  which: NamedDeliveries | DueOfRun,
): Promise<ClaimOutcome> {
  return withRetry(() =>
    ctx.db
      .transaction(applicationScope(applicationId), (tx) => claim(tx, ctx, applicationId, which))
      .catch((error: unknown): ClaimOutcome => {
        if (error instanceof NoRoom) return { state: 'limited', until: error.until };
        throw error;
      }),
  );
}

/** Rolls the claim back, and the slots it took with it. */
class NoRoom extends Error {
  readonly until: Date;
  constructor(until: Date) {
    super('a rate limit has no room');
    this.until = until;
  }
}

type Open = OpenDelivery & { recipient: string; slot_at: Date | null };

async function claim(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  which: NamedDeliveries | DueOfRun,
): Promise<ClaimOutcome> {
  const rules = await getSendingRules(tx, applicationId);
  if (rules.held) return { state: 'held' };
  const isRun = 'runId' in which;
  if (isRun && !(await which.mayLeave(tx))) return { state: 'idle' };

  const now = ctx.clock();
  const limits = readRateLimits(ctx, applicationId, rules.sends_per_minute);
  const candidates = isRun
    ? await lockDueOfRun(tx, which.runId, now, Math.max(1, Math.min(MAX_CLAIMED, slowestOf(limits) * LIMITED_SECONDS)))
    : await lockClaimable(tx, applicationId, which.ids, now);
  if (candidates.length === 0) return { state: 'idle' };

  const { open, others, moves } = await askAboutAll(tx, ctx, applicationId, candidates, rules);
  const withoutSlot = open.filter(({ slot_at }) => slot_at === null);
  const slot = withoutSlot.length > 0 ? await takeSlots(tx, limits, withoutSlot, now) : now;
  if (isRun && slot.getTime() - now.getTime() > MAX_WAIT_MS) throw new NoRoom(slot);
  const leaving: Open[] = [];
  for (const delivery of open) {
    const at = delivery.slot_at ?? slot;
    if (isRun || at.getTime() - now.getTime() <= SLOT_TOLERANCE_MS) leaving.push(delivery);
    else moves.push({ id: delivery.id, event: 'postponed', at, slot_at: at });
  }
  const prepared = isRun && leaving.length > 0 ? await which.prepare(tx, leaving) : [];
  const preparedById = new Map(prepared.map((one) => [one.id, one]));
  const claims = leaving.map(({ id, channel, recipient }): DeliveryMove => {
    const gateway = ctx.gateways[channel].name;
    return { ...preparedById.get(id), id, event: 'claimed', channel, recipient, gateway };
  });
  claims.push(...others.map((delivery) => claimOther(ctx, delivery)));
  const moved = await moveDeliveries(tx, applicationId, [...moves, ...claims]);
  if (!isRun) await enqueueAgain(tx, applicationId, moves);
  if (moves.length > 0) await announce(tx, applicationId, ['deliveries']);
  const claimedIds = claims.map(({ id }) => id).filter((id) => moved.get(id) === 'sending');
  return { state: 'claimed', claimed: await listClaimed(tx, applicationId, claimedIds), at: slot };
}

/** Deliveries without a gate: notices to colleagues, API pushes, texts tried on oneself. */
function claimOther(ctx: Context, { id, state, channel, recipient }: Candidate): DeliveryMove {
  if (recipient === null && channel !== 'push')
    return { id, event: 'blocked', error: 'There is no address to send to.' };
  return { id, event: state === 'sending' ? 'claimed_again' : 'claimed', gateway: ctx.gateways[channel].name };
}

/** Those that a job may send now. What a process left behind, and what belongs to a stopped broadcast, is settled here. */
async function lockClaimable(tx: Tx, applicationId: number, ids: readonly number[], now: Date): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const moves: DeliveryMove[] = [];
  const refusals: Refusal[] = [];
  for (const delivery of await lockNamed(tx, applicationId, ids)) {
    const { id, state, channel, send_at, broadcast_run_id } = delivery;
    if (state === 'sending' && channel !== 'push') {
      // A process died between "sending" and the answer. Nobody can know whether it left; a person decides, not a timer.
      moves.push({ id, event: 'interrupted', error: INTERRUPTED });
      continue;
    }
    if (state !== 'scheduled' && state !== 'sending') continue;
    if (send_at.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS)
      throw new Error("a delivery is not due yet by this machine's clock");
    // Tried again by hand, and then its broadcast was stopped.
    const hold = await findBroadcastHold(tx, applicationId, broadcast_run_id);
    if (hold === 'cancelled') refusals.push({ id, reason: 'broadcast_cancelled' });
    else if (hold === 'paused')
      moves.push({ id, event: 'blocked', error: 'Its broadcast was paused. Resume it, then try this again.' });
    else candidates.push(delivery);
  }
  await moveDeliveries(tx, applicationId, moves);
  await suppressDeliveries(tx, applicationId, refusals);
  if (moves.length + refusals.length > 0) await announce(tx, applicationId, ['deliveries']);
  return candidates;
}

export const INTERRUPTED = 'Interrupted while sending: it may or may not have arrived.';

/** Asks the gate about those for patients. `others` have no gate; `moves` is what becomes of those that wait. */
async function askAboutAll(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  candidates: readonly Candidate[],
  rules: SendingRules,
): Promise<{ open: Open[]; others: Candidate[]; moves: DeliveryMove[] }> {
  const now = ctx.clock();
  const others = candidates.filter((delivery) => !isForPatient(delivery));
  const forPatients = candidates.filter(isForPatient);
  const later = afterQuietHours(now, { timeZone: rules.time_zone, from: rules.quiet_from, to: rules.quiet_to });
  if (later > now)
    return {
      open: [],
      others,
      moves: forPatients.map(({ id }) => ({ id, event: 'postponed', at: later, slot_at: null })),
    };

  // First, for it is the cheapest question, and many ask it while much waits.
  const moves = await holdBackUnprocessed(
    tx,
    ctx,
    applicationId,
    forPatients.map(({ id }) => id),
  );
  const heldBack = new Set(moves.map(({ id }) => id));
  const gated = forPatients.filter(({ id }) => !heldBack.has(id));

  // Two sends to one person ask the gate one after the other, so that the second knows of the first.
  const locked = new Set(gated.flatMap(locksOf));
  await lockAll(tx, [...locked]);
  const ids = gated.map(({ id }) => id);
  const answers = await askGateFor(tx, applicationId, ids, now);
  const refusals: Refusal[] = [];
  const open: Open[] = [];
  const taken = new Set<string>();
  for (const { id, contact_id, invitation_id, patient_id, slot_at } of gated) {
    // Without facts there is nobody any more.
    const answer = answers.get(id) ?? { open: false, reason: 'no_address' };
    if (!answer.open) {
      refusals.push({ id, reason: answer.reason });
      continue;
    }
    const { channel } = answer;
    // However it is written on the list, it is one mailbox.
    const recipient = answer.recipient.toLowerCase();
    const keys = [recipient, ...(patient_id === null ? [] : [`patient ${patient_id}`])];
    // Twice in one claim the gate knows of neither: the second waits for the next, and is asked again. So does one whose
    // address changed between reading it and locking it.
    if (keys.some((key) => taken.has(key)) || !locked.has(`address:${recipient}`)) {
      moves.push({ id, event: 'postponed', at: now, slot_at });
      continue;
    }
    for (const key of keys) taken.add(key);
    open.push({ id, contact_id, invitation_id, channel, recipient, slot_at });
  }
  await suppressDeliveries(tx, applicationId, refusals);
  if (refusals.length > 0) await announce(tx, applicationId, ['deliveries']);
  return { open, others, moves };
}

const locksOf = ({ contact_id, patient_id, email, phone }: Candidate): string[] => [
  ...(contact_id === null ? [] : [`contact:${contact_id}`]),
  ...(patient_id === null ? [] : [`patient:${patient_id}`]),
  ...[email, phone].filter((address) => address !== null).map((address) => `address:${address.toLowerCase()}`),
];
