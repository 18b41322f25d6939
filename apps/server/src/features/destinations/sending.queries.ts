import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isRestored } from '../../platform/db/is-restored.ts';
import type { Address, AnswerCode } from './mllp-client.ts';
import { QUEUED_LIFECYCLE } from './queued-state.ts';

/** Seconds for which a claim outlasts the wait for an acknowledgement. Connecting takes ten at most. */
const CLAIM_MARGIN_SECONDS = 60;

export interface ClaimedDestination extends Omit<Address, 'client'> {
  id: number;
  application_id: number;
  client_certificate: string | null;
  /** Encrypted. */
  client_key: Buffer | null;
  name: string;
  answer_seconds: number;
  on_error: 'stop' | 'skip';
  acknowledgements: 'always' | 'as_asked';
}

/**
 * Claims a destination for one run, or extends the claim of that run. Returns undefined while another one has it, and when nothing
 * is sent to it. A database that was restored sends nothing until a person has released its sending: it may be a copy.
 */
export async function claimDestination(tx: Tx, id: number, claim: string, now: Date) {
  const { rows } = await sql<ClaimedDestination>`
    update destinations d
    set claim = ${claim}, claimed_until = ${now}::timestamptz + make_interval(secs => answer_seconds + ${CLAIM_MARGIN_SECONDS})
    where d.id = ${id} and d.active and (d.claim is null or d.claim = ${claim} or d.claimed_until <= ${now})
      and not ${isRestored(sql`d.application_id`)}
    returning d.id, d.application_id, d.name, d.host, d.port, d.tls, d.ca, d.client_certificate, d.client_key, d.answer_seconds, d.on_error,
      d.acknowledgements`.execute(tx);
  return rows[0];
}

export interface BegunMessage {
  id: number;
  attempts: number;
  refusals: number;
  /** Answers, of which the text is still to be written; null: a received message. */
  feedback_id: number | null;
  /** Empty when the text was removed. */
  text: Uint8Array;
}

/**
 * Begins the message at the head of a queue whose destination the caller has claimed. Returns undefined when none is due: a later
 * message never overtakes the head.
 */
export async function beginHead(tx: Tx, destinationId: number, now: Date): Promise<BegunMessage | undefined> {
  const { rows } = await sql<BegunMessage>`
    with head as materialized (
      select q.id, q.message_id, q.due_at from destination_messages q
      where q.destination_id = ${destinationId} and q.state in ('waiting', 'sending')
      order by q.id limit 1
      for update)
    update destination_messages q set state = ${QUEUED_LIFECYCLE.begun.waiting}, attempted_at = ${now}
    from head left join hl7_messages m on m.id = head.message_id
    where q.id = head.id and head.due_at <= ${now}
    returning q.id, q.attempts, q.refusals, q.feedback_id, coalesce(m.corrected, m.raw, '') as text`.execute(tx);
  return rows[0];
}

export interface Outcome {
  state: 'waiting' | 'sent' | 'failed';
  refusals: number;
  answer: AnswerCode | null;
  error: string | null;
  due_at?: Date;
}

/**
 * Stores what came of an attempt. Returns false when the claim has gone to another run meanwhile, which sends the message again.
 * The destination is locked first, as by whoever deletes it.
 */
export async function recordOutcome(
  tx: Tx,
  { destinationId, claim, id }: { destinationId: number; claim: string; id: number },
  outcome: Outcome,
): Promise<boolean> {
  const held = await tx
    .selectFrom('destinations')
    .select('id')
    .where('id', '=', destinationId)
    .where('claim', '=', claim)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!held) return false;
  const { numUpdatedRows } = await tx
    .updateTable('destination_messages')
    .set(({ eb }) => ({ ...outcome, attempts: eb('attempts', '+', 1), application_answer: null }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores the application acknowledgement that followed CA; with an error the message is given up. Returns whether the message was given up by it. One that was sent again
 * meanwhile is left as it is.
 */
export async function recordLaterAnswer(
  tx: Tx,
  { destinationId, claim, id }: { destinationId: number; claim: string; id: number },
  { answer, error }: { answer: 'AA' | 'AE' | 'AR'; error: string | null },
): Promise<boolean> {
  const isRefused = error !== null;
  const { rows } = await sql<{ state: string }>`
    update destination_messages q
    set application_answer = ${answer},
      state = case when ${isRefused} then ${QUEUED_LIFECYCLE.refused_later.sent} else q.state end,
      error = ${error}
    from (select id from destinations where id = ${destinationId} and claim = ${claim} for no key update) held
    where q.id = ${id} and q.destination_id = held.id and q.state = 'sent'
    returning q.state`.execute(tx);
  return isRefused && rows.length > 0;
}

export async function stopDestination(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('destinations').set({ active: false, stopped_at: now }).where('id', '=', id).execute();
}

/**
 * Returns the destinations to which nothing was delivered since this time although messages wait, and those whose queue has stopped.
 * `since`: when it stopped, or when the oldest of what waits was queued or the receiver last acknowledged one, whatever was later.
 */
export async function listStuck(tx: Tx, before: Date) {
  const { rows } = await sql<{ id: number; application_id: number; name: string; since: Date; waiting: number }>`
    select d.id, d.application_id, d.name, coalesce(d.stopped_at, greatest(head.queued_at, sent.at)) as since,
      (select count(*)::int from destination_messages q where q.destination_id = d.id and q.state in ('waiting', 'sending')) as waiting
    from destinations d
      left join lateral (
        select q.queued_at from destination_messages q
        where q.destination_id = d.id and q.state in ('waiting', 'sending') order by q.id limit 1) head on true
      left join lateral (
        select q.attempted_at as at from destination_messages q
        where q.application_id = d.application_id and q.destination_id = d.id and q.state = 'sent'
        order by q.id desc limit 1) sent on true
    where d.stopped_at is not null or d.active and greatest(head.queued_at, sent.at) <= ${before} and head.queued_at is not null
    order by d.id`.execute(tx);
  return rows;
}

export async function releaseDestination(tx: Tx, id: number, claim: string): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({ claim: null, claimed_until: null })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .execute();
}

/** Returns the destinations whose head is due and that nobody sends to; `id` null: all of them. */
export async function listDue(tx: Tx, id: number | null, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from destinations d cross join lateral (
      select q.due_at from destination_messages q
      where q.destination_id = d.id and q.state in ('waiting', 'sending') order by q.id limit 1) head
    where d.active and (d.claim is null or d.claimed_until <= ${now}) and head.due_at <= ${now}
      and (${id}::bigint is null or d.id = ${id})
    order by d.id`.execute(tx);
  return rows.map((row) => row.id);
}
