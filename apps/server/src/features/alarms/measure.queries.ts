import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { MAX_RETRY_MS } from '../deliveries/index.ts';
import { PURPOSES_TO_PATIENTS } from '../suppression/index.ts';
import type { Problem } from './problem.ts';

/*
 * Checks on the data of each application, in transactions that see all. The thresholds stand with the statements: each
 * says from when on a person is needed.
 */

const ERROR_MINUTES = 60;
const MIN_ERRORS = 10;
const MIN_ERROR_PERCENT = 10;

/** Applications in which too many messages of the last hour could not be processed. */
export async function findErrorRates(tx: Tx, now: Date): Promise<Problem[]> {
  const { rows } = await sql<{ application_id: number; errors: number; messages: number }>`
    select application_id, count(*) filter (where state = 'error') as errors, count(*) as messages
    from hl7_messages
    where received_at > ${now}::timestamptz - make_interval(mins => ${ERROR_MINUTES}) and application_id is not null
    group by application_id
    having count(*) filter (where state = 'error') >= greatest(${MIN_ERRORS}, count(*) * ${MIN_ERROR_PERCENT} / 100)`.execute(
    tx,
  );
  return rows.map(({ application_id, errors, messages }) => ({
    application_id,
    problem: '',
    severity: 'warning',
    details: { errors, messages, minutes: ERROR_MINUTES },
  }));
}

const MAX_WAITING_MINUTES = 5;

/** Applications whose oldest message has waited too long to be processed. */
export async function findBacklogs(tx: Tx, now: Date): Promise<Problem[]> {
  const { rows } = await sql<{ application_id: number; minutes: number }>`
    select a.id as application_id, floor(extract(epoch from ${now}::timestamptz - oldest.received_at) / 60)::integer as minutes
    from applications a
    cross join lateral (
      select m.received_at from hl7_messages m
      where m.application_id = a.id and m.state = 'received' order by m.id limit 1) oldest
    where oldest.received_at < ${now}::timestamptz - make_interval(mins => ${MAX_WAITING_MINUTES})`.execute(tx);
  return rows.map(({ application_id, minutes }) => ({
    application_id,
    problem: '',
    severity: 'critical',
    details: { minutes },
  }));
}

const MAX_OVERDUE_MINUTES = 10;
/** Overdue deliveries are counted up to this number. */
const OVERDUE_CAP = 10_000;

/**
 * Applications with deliveries that are long overdue. Applications whose sending is on hold are left out, because their
 * deliveries are meant to wait.
 */
export async function findOverdueSending(tx: Tx, now: Date): Promise<Problem[]> {
  const { rows } = await sql<{ application_id: number; deliveries: number; minutes: number }>`
    select late.application_id, count(*) as deliveries,
      floor(extract(epoch from ${now}::timestamptz - min(late.send_at)) / 60)::integer as minutes
    from (
      select d.application_id, d.send_at, d.purpose from deliveries d
      where d.state = 'scheduled' and d.broadcast_run_id is null
        and d.send_at < ${now}::timestamptz - make_interval(mins => ${MAX_OVERDUE_MINUTES})
      order by d.send_at limit ${OVERDUE_CAP}) late
    where not exists (
      select from sending_holds h where h.application_id = late.application_id and h.released_at is null
        and (h.reason = 'restored' or late.purpose = any(${PURPOSES_TO_PATIENTS}::text[])))
    group by late.application_id`.execute(tx);
  return rows.map(({ application_id, ...details }) => ({
    application_id,
    problem: '',
    severity: 'critical',
    details,
  }));
}

const REFUSED_MINUTES = 15;
/** The longest pause between two attempts, and a little, so that the alarm does not close in between. */
const WAITING_MINUTES = MAX_RETRY_MS / 60_000 + 5;
const MIN_REFUSED = 5;
const MIN_REFUSED_PERCENT = 50;

/**
 * Channels of applications on which most of the recent deliveries were not sent. Deliveries that wait for another
 * attempt count as not sent.
 */
export async function findRefusingGateways(tx: Tx, now: Date): Promise<Problem[]> {
  const { rows } = await sql<{ application_id: number; channel: string; refused: number; attempted: number }>`
    select a.id as application_id, d.channel, count(*) filter (where d.refused) as refused, count(*) as attempted
    from applications a
    cross join lateral (
      select channel, state = 'failed' or state = 'scheduled' as refused
      from deliveries
      where application_id = a.id and attempts > 0
        and send_at > ${now}::timestamptz - make_interval(mins => ${REFUSED_MINUTES})
        and send_at < ${now}::timestamptz + make_interval(mins => ${WAITING_MINUTES})
        and (state in ('sent', 'delivered', 'answered', 'failed') or (state = 'scheduled' and last_error is not null))) d
    group by a.id, d.channel
    having count(*) filter (where d.refused) >= greatest(${MIN_REFUSED}, count(*) * ${MIN_REFUSED_PERCENT} / 100)`.execute(
    tx,
  );
  return rows.map(({ application_id, channel, ...details }) => ({
    application_id,
    problem: channel,
    severity: 'critical',
    details: { channel, ...details, minutes: REFUSED_MINUTES },
  }));
}
