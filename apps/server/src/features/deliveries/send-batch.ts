import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { withRetry, type Tx } from '../../platform/db/database.ts';
import { whenDatabaseIsBack } from '../../platform/db/when-database-is-back.ts';
import type { SendResult } from '../../platform/gateways/gateway.ts';
import { applicationScope } from '../../platform/scope.ts';
import { askGateFor } from '../suppression/index.ts';
import { suppressDeliveries, type Refusal } from './suppress-deliveries.ts';
import type { PatientChannel } from '../consent/index.ts';
import { handOver, type Claimed } from './hand-over.ts';
import { postponeUnprocessed } from './postpone-unprocessed.ts';
import { recordResults } from './record-results.ts';
import { takeSlot } from './take-slot.ts';

/** Each delivery takes up to three locks until its claim commits; the database has room for some thousands. */
const MOST_AT_ONCE = 250;
/** Where a rate limit holds, no more is claimed than leaves in this time: what is claimed cannot be paused. */
const LIMITED_SECONDS = 1;
/** A slot so near is waited for; for one further off the whole claim is given back. */
const LONGEST_WAIT_MS = 2_000;

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

export interface Batch {
  applicationId: number;
  runId: number;
  /** In the claiming transaction: may something leave now? Asked for by a lock that pausing waits for. */
  mayLeave: (tx: Tx) => Promise<boolean>;
  /** One for each, in any order. */
  prepare: (tx: Tx, deliveries: readonly OpenDelivery[]) => Promise<PreparedDelivery[]>;
}

export type BatchOutcome =
  | { state: 'claimed'; claimed: Claimed[]; at: Date }
  /** Nothing is due now, or nothing may leave. */
  | { state: 'idle' }
  /** A rate limit has no room before then. */
  | { state: 'limited'; until: Date };

/**
 * Claims the deliveries of a run that are due: the gate is asked about all of them at once, and what it lets through is
 * `sending` and the caller's to hand over. The rules are those of a single delivery: one lock per person and address, the
 * gate asked behind it, and each delivery moved in SQL, so that two who claim at once never claim the same.
 */
export function claimBatch(house: Context, batch: Batch): Promise<BatchOutcome> {
  const { applicationId } = batch;
  return withRetry(() =>
    house.db
      .transaction(applicationScope(applicationId), (tx) => claim(tx, house, batch))
      .catch((error: unknown): BatchOutcome => {
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

interface Candidate {
  id: number;
  contact_id: number | null;
  invitation_id: number | null;
  /** The contact's patient, when there is one. */
  patient_id: number | null;
  email: string | null;
  phone: string | null;
}

async function claim(
  tx: Tx,
  house: Context,
  { applicationId, runId, mayLeave, prepare }: Batch,
): Promise<BatchOutcome> {
  if (!(await mayLeave(tx))) return { state: 'idle' };
  const now = house.clock();
  const limits = await readLimits(tx, house, applicationId);
  const slowest = Math.min(
    ...Object.values(limits)
      .flat()
      .map(({ perSecond }) => perSecond),
  );
  const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(slowest * LIMITED_SECONDS)));
  const candidates = await lockCandidates(tx, runId, now, atOnce);
  if (candidates.length === 0) return { state: 'idle' };
  await lockPeople(tx, candidates);

  const ids = candidates.map(({ id }) => id);
  const postponed = await postponeUnprocessed(tx, house, applicationId, ids, { hasJobs: false });
  const answers = await askGateFor(tx, applicationId, ids, now);
  const refusals: Refusal[] = [];
  const open: (OpenDelivery & { recipient: string })[] = [];
  const taken = new Set<string>();
  for (const { id, contact_id, invitation_id, patient_id } of candidates) {
    if (postponed.has(id)) continue;
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
    // Twice in one batch the gate knows of neither: the second waits for the next, and is asked again.
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    open.push({ id, contact_id, invitation_id, channel, recipient });
  }
  await suppressDeliveries(tx, applicationId, refusals);
  if (open.length === 0) return { state: 'claimed', claimed: [], at: now };

  const at = await takeSlots(tx, limits, open, now);
  if (at.getTime() - now.getTime() > LONGEST_WAIT_MS) throw new NoRoom(at);
  const prepared = await prepare(tx, open);
  return { state: 'claimed', claimed: await moveToSending(tx, house, applicationId, open, prepared), at };
}

async function lockCandidates(tx: Tx, runId: number, now: Date, limit: number) {
  const { rows } = await sql<Candidate>`
    select d.id, d.contact_id, d.invitation_id, c.email, c.phone,
      coalesce(d.patient_id, (
        select n.patient_id from patient_identifiers n
        where n.application_id = d.application_id and n.identifier = c.external_id
        order by n.patient_id limit 1)) as patient_id
    from deliveries d
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
    -- Not by application_id: the index on it and send_at would lead through everything that was ever sent.
    where d.broadcast_run_id = ${runId} and d.state = 'scheduled' and d.send_at <= ${now}
    order by d.send_at, d.id
    limit ${limit}
    for update of d skip locked`.execute(tx);
  return rows;
}

/** The locks of send-delivery.ts, in one order, so that two batches never wait for each other. */
async function lockPeople(tx: Tx, candidates: readonly Candidate[]): Promise<void> {
  const names = candidates.flatMap(({ contact_id, patient_id, email, phone }) => [
    `contact:${contact_id}`,
    ...(patient_id === null ? [] : [`patient:${patient_id}`]),
    ...[email, phone].filter((address) => address !== null).map((address) => `address:${address}`),
  ]);
  await sql`
    select count(pg_advisory_xact_lock(key))
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key) keys`.execute(
    tx,
  );
}

type Limits = Record<PatientChannel, { name: string; perSecond: number }[]>;

async function readLimits(tx: Tx, house: Context, applicationId: number): Promise<Limits> {
  const { sends_per_minute: perMinute } = await tx
    .selectFrom('applications')
    .select('sends_per_minute')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  const of = (channel: PatientChannel) => {
    const { name, perSecond } = house.gateways[channel];
    return [
      ...(perSecond === undefined ? [] : [{ name: `gateway:${channel}:${name}`, perSecond }]),
      ...(perMinute === null ? [] : [{ name: `application:${applicationId}`, perSecond: perMinute / 60 }]),
    ];
  };
  return { email: of('email'), sms: of('sms') };
}

/** Room for all of them under every limit; the moment from which on they may leave. */
async function takeSlots(tx: Tx, limits: Limits, open: readonly OpenDelivery[], now: Date): Promise<Date> {
  const slots = [now];
  for (const channel of ['email', 'sms'] as const) {
    const count = open.filter((delivery) => delivery.channel === channel).length;
    if (count === 0) continue;
    for (const { name, perSecond } of limits[channel]) slots.push(await takeSlot(tx, name, perSecond, now, count));
  }
  return new Date(Math.max(...slots.map(Number)));
}

async function moveToSending(
  tx: Tx,
  house: Context,
  applicationId: number,
  open: readonly (OpenDelivery & { recipient: string })[],
  prepared: readonly PreparedDelivery[],
): Promise<Claimed[]> {
  const preparedById = new Map(prepared.map((one) => [one.id, one]));
  const chosen = open.map(({ id, channel, recipient }) => {
    return { ...preparedById.get(id), channel, recipient, gateway: house.gateways[channel].name };
  });
  const { rows } = await sql<Claimed>`
    with moved as (
      update deliveries d set state = 'sending', attempts = d.attempts + 1, invitation_id = o.invitation_id, subject = o.subject,
        text = o.text, channel = o.channel, recipient = o.recipient, gateway = o.gateway
      from json_to_recordset(${JSON.stringify(chosen)}::json) as o (
        id bigint, invitation_id bigint, subject text, text text, channel text, recipient text, gateway text)
      where d.application_id = ${applicationId} and d.id = o.id
      returning d.*)
    select d.id, d.application_id, d.purpose, d.channel, d.recipient, d.subject, d.text, d.endpoint, d.payload, d.idempotency_key,
      d.attempts, d.fallback_channel, i.public_id, i.language, coalesce(a.sender_name, a.title) as sender_name, a.sender_email, a.sms_sender
    from moved d
    join applications a on a.id = d.application_id
    -- offset 0: one by one, and not the whole table, as in ask-gate.ts
    left join lateral (select one.* from invitations one where one.id = d.invitation_id offset 0) i on true`.execute(
    tx,
  );
  return rows;
}

/** Hands over what was claimed, all at once, and writes down what came of it. */
export async function handOverBatch(house: Context, applicationId: number, claimed: readonly Claimed[]): Promise<void> {
  // What was acknowledged since the claim is seen here.
  const ids = claimed.map(({ id }) => id);
  const postponed = await withRetry(() =>
    house.db.transaction(applicationScope(applicationId), (tx) =>
      postponeUnprocessed(tx, house, applicationId, ids, { hasJobs: false }),
    ),
  );
  const leaving = claimed.filter(({ id }) => !postponed.has(id));
  const results = await Promise.all(
    leaving.map(async (delivery): Promise<[Claimed, SendResult]> => [delivery, await handOver(house, delivery)]),
  );
  // Only this process knows what the gateway said.
  await whenDatabaseIsBack(() =>
    withRetry(() =>
      house.db.transaction(applicationScope(applicationId), (tx) => recordResults(tx, house, applicationId, results)),
    ),
  );
}

/**
 * What a process that died left `sending`. Nobody can know whether it left; a person decides, not a timer. Call it only
 * where no other process can be sending this run.
 */
export async function failInterrupted(tx: Tx, applicationId: number, runId: number): Promise<void> {
  await sql`
    update deliveries set state = 'failed', last_error = 'Interrupted while sending: it may or may not have arrived.', outcome_unknown = true
    where application_id = ${applicationId} and broadcast_run_id = ${runId} and state = 'sending'`.execute(tx);
}
