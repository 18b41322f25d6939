import type { deliveryCalendar } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { wasSentIn } from '../delivery-records/index.ts';

/** First and last day, as ISO dates. */
interface Days {
  from: string;
  to: string;
}

export interface Frame extends Days {
  scope: ApplicationScope;
  timeZone: string;
  /** ISO date in the time zone. */
  today: string;
  /** The beginning of today, of the first day and of the day after the last. */
  midnight: Date;
  start: Date;
  end: Date;
}

/** Deliveries of one kind and channel on one day, counted. */
export interface CountedDay {
  day: string;
  kind: deliveryCalendar.Kind;
  channel: deliveryCalendar.CalendarDay['groups'][number]['channel'];
  count: number;
}

export async function readFrame(
  tx: Tx,
  scope: ApplicationScope,
  { from, to, now }: Days & { now: Date },
): Promise<Frame & { days: string[] }> {
  const begins = (day: RawBuilder<unknown>) => sql`${day}::timestamp at time zone time_zone`;
  const { rows } = await sql<Pick<Frame, 'timeZone' | 'today' | 'midnight' | 'start' | 'end'> & { days: string[] }>`
    select time_zone as "timeZone", to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today,
      ${begins(sql`date_trunc('day', ${now}::timestamptz at time zone time_zone)`)} as midnight,
      ${begins(sql`${from}::date`)} as start, ${begins(sql`(${to}::date + 1)`)} as "end",
      array(
        select to_char(day, 'YYYY-MM-DD') from generate_series(${from}::date::timestamp, ${to}::date::timestamp, interval '1 day') day
        order by day) as days
    from applications where id = ${scope.applicationId}`.execute(tx);
  return { ...onlyRow(rows), scope, from, to };
}

const KIND = sql`case
  when d.reminder > 0 then 'reminder'
  when d.broadcast_run_id is not null then 'broadcast'
  when d.purpose in ('survey', 'de_escalation') then 'survey'
  else 'message' end`;

/** SQL: the day of an instant in the application's time zone. It is grouped by as a date, which is faster than its text. */
const dayOf = (instant: RawBuilder<unknown>, { timeZone }: Frame) =>
  sql`(${instant} at time zone ${timeZone}::text)::date`;

const isVisible = ({ scope }: Frame) =>
  sql`d.application_id = ${scope.applicationId} and ${isInWards(scope, 'd.location')}`;

const WAITS = sql`d.state in ('scheduled', 'sending')`;

/** Counts what was sent, from an index that has all columns needed (deliveries_sent). */
export async function listSent(tx: Tx, frame: Frame): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select ${dayOf(sql`d.sent_at`, frame)} as day, ${KIND} as kind, d.channel, count(*) as count
    from deliveries d
    where ${isVisible(frame)} and ${wasSentIn(frame)}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Counts what waits, by the day that it is planned for, from an index that has all columns needed (deliveries_waiting). */
export async function listWaiting(tx: Tx, frame: Frame): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select ${dayOf(sql`d.send_at`, frame)} as day, ${KIND} as kind, d.channel, count(*) as count
    from deliveries d
    where ${isVisible(frame)} and ${WAITS} and d.send_at >= ${frame.start} and d.send_at < ${frame.end}
    group by 1, 2, 3`.execute(tx);
  return rows;
}

/** Counts what waits although it was planned for a day before today. */
export async function countOverdue(tx: Tx, frame: Frame): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deliveries d
    where ${isVisible(frame)} and ${WAITS} and d.send_at < ${frame.midnight}`.execute(tx);
  return onlyRow(rows).count;
}

/**
 * Counts the reminders that will follow what waits, by the day that each would be planned for: the next one is planned when a
 * message is sent, that many days later. What should have left before now is taken to leave now.
 */
export async function listReminders(tx: Tx, frame: Frame, now: Date): Promise<{ day: string; count: number }[]> {
  const at = sql`(greatest(d.send_at, ${now}::timestamptz) + make_interval(days => d.reminder_days * following.place))`;
  const { rows } = await sql<{ day: string; count: number }>`
    select ${dayOf(at, frame)} as day, count(*) as count
    from deliveries d cross join lateral generate_series(1, d.reminders_left::int) following(place)
    where ${isVisible(frame)} and ${WAITS} and d.purpose = 'survey' and d.reminders_left > 0
      and d.send_at < ${frame.end} and ${at} >= ${frame.start} and ${at} < ${frame.end}
    group by 1`.execute(tx);
  return rows;
}
