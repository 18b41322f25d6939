import { randomUUID } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway, withRetry, type Tx } from '../../platform/db/database.ts';
import { codeOf } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import { dropJobs } from '../../platform/jobs/jobs.ts';
import { applicationScope } from '../../platform/scope.ts';
import type { PatientChannel } from '../consent/index.ts';
import { afterQuietHours, askGateFor, createQuotaPlaces, isForPatient, patientTimeZone } from '../suppression/index.ts';
import { findBroadcastHold } from './broadcast-hold.ts';
import {
  getSendingRules,
  goesToPatient,
  listClaimed,
  lockAll,
  lockDueBeside,
  lockDueOfRun,
  lockNamed,
  type Candidate,
  type SendingRules,
} from './claim.queries.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import type { Claimed } from './dispatch.ts';
import { holdBackUnprocessed, listLastMessages } from './hold-back-unprocessed.ts';
import { enqueueAgain } from './enqueue-again.ts';
import { firstJobKey } from './plan-deliveries.ts';
import { ClaimsNotCompared, onceCompared, refuseUncompared, rememberClaims } from './remembered-claims.ts';
import { readRateLimits, slowestOf, reserveSlots } from './rate-limits.ts';
import { suppressDeliveries, type Refusal } from './suppress-deliveries.ts';

/** Each delivery needs up to four locks until its claim commits, and the database has room for some thousands. */
const MAX_CLAIMED = 250;
/**
 * A job claims at most this many. Eight jobs run at once and share the locks of the database, and after a crash a
 * person must check every delivery that was being sent.
 */
const MAX_CLAIMED_BY_JOB = 50;
/** Under a rate limit no more is claimed than can be sent in this time, because claimed deliveries cannot be paused. */
const LIMITED_SECONDS = 1;
/** A slot within this time counts as now. */
const SLOT_TOLERANCE_MS = 500;
/** A run waits for a slot within this time; for a later slot it gives its whole claim back. */
const MAX_WAIT_MS = 2_000;
/** The clock of PostgreSQL decides when a job is due. A job that is this much early by our clock is still accepted. */
const CLOCK_DIFFERENCE_MS = 60_000;

/** A delivery that the gate let through, before it is prepared. */
export interface OpenDelivery {
  id: number;
  contact_id: number | null;
  invitation_id: number | null;
  channel: PatientChannel;
}

/** What is sent: the invitation that it links to, and its text. */
export interface PreparedDelivery {
  id: number;
  invitation_id: number | null;
  subject: string | null;
  text: string;
}

/**
 * The delivery of a job, which also claims others that are due. The first jobs of those are deleted; a later one finds nothing to
 * do. What is put off gets another job.
 */
export interface DeliveryOfJob {
  id: number;
  /** null for a job of the previous version, which sends only its own delivery. */
  job: SendingJob | null;
  /** A new id for each run of the job. */
  attempt: string;
}

export interface SendingJob {
  /** The job's own id, the same when it runs again. */
  claim: string;
  /** When the delivery was due at the time it was enqueued. */
  sendAt: Date;
}

/** The due deliveries of a broadcast's run. Deliveries that are put off are claimed later by the same run. */
export interface DueOfRun {
  runId: number;
  /** Returns, in the claiming transaction, whether the run may send now. It takes a lock that pausing waits for. */
  mayLeave: (tx: Tx) => Promise<boolean>;
  /** Returns one prepared delivery for each, in any order. */
  prepare: (tx: Tx, deliveries: readonly OpenDelivery[]) => Promise<PreparedDelivery[]>;
}

export type ClaimOutcome =
  | { state: 'claimed'; claimed: Claimed[]; at: Date; attempt: string }
  /** Nothing is due now, or the run may not send. */
  | { state: 'idle' }
  /** Sending is on hold until a person releases it. */
  | { state: 'held' }
  /** A rate limit has no room before this time. */
  | { state: 'limited'; until: Date };

/**
 * Moves deliveries that may be sent now to `sending`; the caller must then dispatch them. One delivery of a job and
 * hundreds of a run take the same path: quiet hours, one lock per person and address, the gate behind these locks, rate
 * limits. Two claims at once never claim the same delivery.
 */
export async function claimDeliveries(
  ctx: Context,
  applicationId: number,
  which: DeliveryOfJob | DueOfRun,
): Promise<ClaimOutcome> {
  const attempt = 'runId' in which ? randomUUID() : which.attempt;
  const claimAtMost = (limit: number, onLocked?: (first: Candidate) => void) =>
    onceCompared(ctx, () =>
      withRetry(() =>
        ctx.db
          .transaction(applicationScope(applicationId), (tx) =>
            claim(tx, ctx, applicationId, which, { attempt, limit, onLocked }),
          )
          .catch((error: unknown): ClaimOutcome => {
            if (error instanceof NoRoom) return { state: 'limited', until: error.until };
            throw error;
          }),
      ),
    );
  const outcome = await claimAtMost(MAX_CLAIMED).catch((error: unknown) => {
    if (isDatabaseAway(error) || error instanceof ClaimsNotCompared) throw error;
    ctx.log.warn(
      { application: applicationId, err: error },
      'a batch could not be claimed; one delivery is tried alone',
    );
    return 'runId' in which ? claimFirstOfRun(ctx, applicationId, attempt, claimAtMost) : claimAtMost(1);
  });
  if (outcome.state === 'claimed') rememberClaims(ctx, outcome.claimed);
  return outcome;
}

/** Whether the database refused a value (SQLSTATE classes 22 and 23), or our own code failed over it: neither passes by itself. */
function isAboutData(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return !isDatabaseAway(error) && (/^2[23]/.test(code) || !/^[0-9A-Z]{5}$/.test(code));
}

const NOT_CLAIMED = 'It could not be prepared. The log of the server says why.';

/** Claims the first due delivery of a run alone. If that fails, it is put aside for a person, so that the others leave. */
async function claimFirstOfRun(
  ctx: Context,
  applicationId: number,
  attempt: string,
  claimAtMost: (limit: number, onLocked: (first: Candidate) => void) => Promise<ClaimOutcome>,
): Promise<ClaimOutcome> {
  let failing: number | undefined;
  try {
    return await claimAtMost(1, ({ id }) => (failing = id));
  } catch (error) {
    // Whatever may pass by itself is tried again by the next job of the run.
    if (failing === undefined || error instanceof ClaimsNotCompared || !isAboutData(error)) throw error;
    const move: DeliveryMove = { id: failing, event: 'blocked', error: NOT_CLAIMED };
    ctx.log.error({ delivery: failing, err: error }, 'a delivery could not be claimed');
    await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
      await moveDeliveries(tx, applicationId, [move]);
      await announce(tx, applicationId, ['deliveries', 'broadcasts']);
    });
    return { state: 'claimed', claimed: [], at: ctx.clock(), attempt };
  }
}

/** Rolls back the claim together with its reserved slots. */
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
  which: DeliveryOfJob | DueOfRun,
  { attempt, limit, onLocked }: { attempt: string; limit: number; onLocked?: ((first: Candidate) => void) | undefined },
): Promise<ClaimOutcome> {
  await refuseUncompared(tx, ctx);
  const rules = await getSendingRules(tx, applicationId);
  const isRun = 'runId' in which;
  const now = ctx.clock();
  if (rules.held && (isRun || rules.held === 'restored' || (await goesToPatient(tx, applicationId, which.id)))) {
    if (!isRun) await settleInterrupted(tx, applicationId, which, now);
    return { state: 'held' };
  }
  if (isRun && !(await which.mayLeave(tx))) return { state: 'idle' };

  const limits = readRateLimits(ctx, applicationId, rules.sends_per_minute);
  const atOnce = (max: number) => Math.max(1, Math.min(max, limit, slowestOf(limits) * LIMITED_SECONDS));
  const candidates = isRun
    ? await lockDueOfRun(tx, which.runId, now, atOnce(MAX_CLAIMED))
    : await lockClaimable(tx, applicationId, which, now, atOnce(MAX_CLAIMED_BY_JOB));
  const [first] = candidates;
  if (!first) return { state: 'idle' };
  onLocked?.(first);

  // This is read first: any message about these people that is processed later holds their deliveries back before they
  // are sent.
  const lastMessages = await listLastMessages(
    tx,
    applicationId,
    candidates.filter(isForPatient).map(({ id }) => id),
  );
  const { open, others, moves } = await askAboutAll(tx, ctx, applicationId, candidates, rules);
  const withoutSlot = open.filter(({ slot_at }) => slot_at === null);
  const slot = withoutSlot.length > 0 ? await reserveSlots(tx, limits, withoutSlot, now) : now;
  if (isRun && slot.getTime() - now.getTime() > MAX_WAIT_MS) throw new NoRoom(slot);
  const leaving: Open[] = [];
  for (const delivery of open) {
    const at = delivery.slot_at ?? slot;
    if (isRun || at.getTime() - now.getTime() <= SLOT_TOLERANCE_MS) leaving.push(delivery);
    else moves.push({ id: delivery.id, event: 'postponed', at, slot_at: at });
  }
  const prepared = isRun && leaving.length > 0 ? await which.prepare(tx, leaving) : [];
  const preparedById = new Map(prepared.map((one) => [one.id, one]));
  const mark = { claimed_by: isRun ? null : (which.job?.claim ?? null), claim_attempt: attempt };
  const claims = leaving.map(({ id, channel, recipient }): DeliveryMove => {
    const gateway = ctx.gateways[channel].name;
    return { ...preparedById.get(id), id, event: 'claimed', channel, recipient, gateway, ...mark };
  });
  claims.push(...others.map((delivery) => ({ ...claimOther(ctx, delivery), ...mark })));
  const moved = await moveDeliveries(tx, applicationId, [...moves, ...claims]);
  if (!isRun) await enqueueAgain(tx, applicationId, moves);
  if (moves.length > 0) await announce(tx, applicationId, ['deliveries']);
  const claimedIds = claims.map(({ id }) => id).filter((id) => moved.get(id) === 'sending');
  const claimed = (await listClaimed(tx, applicationId, claimedIds)).map((one): Claimed => ({
    ...one,
    last_message_id: lastMessages.get(one.id) ?? null,
  }));
  return { state: 'claimed', claimed, at: slot, attempt };
}

/** Claims a delivery that has no gate: a notice to a colleague, an API push, a test message to oneself, or an automatic reply. */
function claimOther(ctx: Context, { id, state, channel, recipient }: Candidate): DeliveryMove {
  if (recipient === null && channel !== 'push')
    return { id, event: 'blocked', error: 'There is no address to send to.' };
  return { id, event: state === 'sending' ? 'claimed_again' : 'claimed', gateway: ctx.gateways[channel].name };
}

/**
 * Returns the deliveries that a job may send now: its own and others that are due. Deliveries that a dead process left
 * behind, and those of a stopped broadcast, are settled here.
 */
async function lockClaimable(
  tx: Tx,
  applicationId: number,
  { id: ownId, job }: DeliveryOfJob,
  now: Date,
  limit: number,
): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const moves: DeliveryMove[] = [];
  const refusals: Refusal[] = [];
  for (const delivery of await lockNamed(tx, applicationId, ownId, job?.claim ?? null)) {
    const { id, state, channel, send_at, broadcast_run_id, claimed_by } = delivery;
    // Another job has claimed this delivery and is responsible for it.
    if (state === 'sending' && claimed_by !== null && claimed_by !== job?.claim) continue;
    if (state === 'sending' && channel !== 'push') {
      // A process died between "sending" and the result. Nobody can know whether the delivery was sent, so a person
      // decides.
      moves.push({ id, event: 'interrupted', at: now, error: INTERRUPTED });
      continue;
    }
    if (state !== 'scheduled' && state !== 'sending') continue;
    // The job that claimed this delivery has put it off and enqueued another job for it.
    if (job && send_at > job.sendAt) continue;
    if (send_at.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS)
      throw new Error("a delivery is not due yet by this machine's clock");
    // The delivery was retried by hand, and then its broadcast was stopped.
    const hold = await findBroadcastHold(tx, applicationId, broadcast_run_id);
    if (hold === 'cancelled') refusals.push({ id, reason: 'broadcast_cancelled' });
    else if (hold === 'paused')
      moves.push({ id, event: 'blocked', error: 'Its broadcast was paused. Resume it, then try this again.' });
    else candidates.push(delivery);
  }
  await moveDeliveries(tx, applicationId, moves);
  await suppressDeliveries(tx, applicationId, refusals);
  if (moves.length + refusals.length > 0) await announce(tx, applicationId, ['deliveries']);
  const own = candidates.find(({ id }) => id === ownId);
  if (!own || !job || !isForPatient(own)) return candidates;
  const beside = await lockDueBeside(tx, applicationId, own, now, limit - candidates.length);
  // From now on this job is responsible for them; those that are put off get a job again.
  await dropJobs(
    tx,
    beside.map(({ id }) => firstJobKey(id)),
  );
  return [...candidates, ...beside];
}

export const INTERRUPTED = 'Interrupted while sending: it may or may not have arrived.';

/** Settles what a dead process left behind while sending is on hold: this job, the only one that can, does not run again. */
async function settleInterrupted(tx: Tx, applicationId: number, { id, job }: DeliveryOfJob, now: Date): Promise<void> {
  const left = (await lockNamed(tx, applicationId, id, job?.claim ?? null)).filter(
    ({ state, claimed_by }) => state === 'sending' && (claimed_by === null || claimed_by === job?.claim),
  );
  if (left.length === 0) return;
  await moveDeliveries(
    tx,
    applicationId,
    left.map((one) => ({ id: one.id, event: 'interrupted', at: now, error: INTERRUPTED })),
  );
  await announce(tx, applicationId, ['deliveries']);
}

/**
 * Asks the gate about deliveries to patients. `others` are the deliveries without a gate; `moves` are the transitions
 * of those that must wait.
 */
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
  const asleep = forPatients.flatMap((delivery): DeliveryMove[] => {
    const timeZone = patientTimeZone(delivery.phone, rules.time_zone, now);
    const later = afterQuietHours(now, { timeZone, from: rules.quiet_from, to: rules.quiet_to });
    return later > now ? [{ id: delivery.id, event: 'postponed', at: later, slot_at: null }] : [];
  });

  // This check comes before the gate, because it is cheaper and applies to many deliveries while many messages wait.
  const isWaiting = new Set(asleep.map(({ id }) => id));
  const heldBack = await holdBackUnprocessed(
    tx,
    ctx,
    applicationId,
    forPatients.map(({ id }) => id).filter((id) => !isWaiting.has(id)),
  );
  for (const { id } of heldBack) isWaiting.add(id);
  const moves = [...asleep, ...heldBack];
  const gated = forPatients.filter(({ id }) => !isWaiting.has(id));

  // Two deliveries to one person ask the gate one after the other, so that the second sees the first.
  const locked = new Set(gated.flatMap(locksOf));
  await lockAll(tx, [...locked]);
  const ids = gated.map(({ id }) => id);
  const answers = await askGateFor(tx, applicationId, ids, now);
  const refusals: Refusal[] = [];
  const open: Open[] = [];
  const taken = new Set<string>();
  const applyQuota = createQuotaPlaces();
  for (const { id, contact_id, invitation_id, patient_id, slot_at } of gated) {
    // Without facts the person no longer exists.
    const answer = answers.get(id) ?? { open: false, reason: 'no_address' };
    if (!answer.open) {
      refusals.push({ id, reason: answer.reason });
      continue;
    }
    // An address in upper and lower case is the same mailbox.
    const recipient = answer.recipient.toLowerCase();
    const keys = [recipient, ...(patient_id === null ? [] : [`patient ${patient_id}`])];
    // The gate cannot see another delivery of the same claim, so a second one to the same person waits for the next
    // claim and is checked again. The same applies when the address changed between being read and being locked.
    if (keys.some((key) => taken.has(key)) || !locked.has(`address:${recipient}`)) {
      moves.push({ id, event: 'postponed', at: now, slot_at });
      continue;
    }
    // Other claims of this quota wait for its lock.
    const place = applyQuota(answer);
    if (!place.open) {
      refusals.push({ id, reason: place.reason });
      continue;
    }
    for (const key of keys) taken.add(key);
    open.push({ id, contact_id, invitation_id, channel: answer.channel, recipient, slot_at });
  }
  await suppressDeliveries(tx, applicationId, refusals);
  if (refusals.length > 0) await announce(tx, applicationId, ['deliveries']);
  return { open, others, moves };
}

const locksOf = ({ contact_id, patient_id, email, phone, quota_key }: Candidate): string[] => [
  ...(quota_key === null ? [] : [`quota:${quota_key}`]),
  ...(contact_id === null ? [] : [`contact:${contact_id}`]),
  ...(patient_id === null ? [] : [`patient:${patient_id}`]),
  ...[email, phone].filter((address) => address !== null).map((address) => `address:${address.toLowerCase()}`),
];
