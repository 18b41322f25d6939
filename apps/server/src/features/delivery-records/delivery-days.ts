import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** First and last day, by the application's calendar. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The instants that days begin and end with; null where there is no first or no last day. */
export interface Span {
  start: Date | null;
  /** The beginning of the day after the last. */
  end: Date | null;
}

/** Filters whose days have become instants, which the planner needs to know whether an index by time is worth it. */
export type WithSpan<Filters> = Omit<Filters, keyof Days> & { span: Span | null };

export async function withSpan<Filters extends Days>(
  tx: Tx,
  applicationId: number,
  { from, to, ...filters }: Filters,
): Promise<WithSpan<Filters>> {
  if (from === undefined && to === undefined) return { ...filters, span: null };
  const { rows } = await sql<Span>`
    select ${from ?? null}::date::timestamp at time zone time_zone as start,
      (${to ?? null}::date + 1)::timestamp at time zone time_zone as end
    from applications where id = ${applicationId}`.execute(tx);
  return { ...filters, span: onlyRow(rows) };
}

/** Maximum length of a span whose deliveries are found by it and then sorted. */
const MAX_SORTED_MS = 32 * 86_400_000;

export const isShort = ({ start, end }: Span): boolean =>
  start !== null && end !== null && end.getTime() - start.getTime() <= MAX_SORTED_MS;

/**
 * SQL: the column, to sort by. In a short span it is written so that no index has it: the planner would walk through all newer
 * deliveries in the order of that index, where the index by time finds a day at once.
 */
export function sortedBy(column: 'd.created_at' | 'd.send_at', span: Span | null): RawBuilder<Date> {
  return span && isShort(span) ? sql<Date>`(${sql.ref(column)} + interval '0')` : sql<Date>`${sql.ref(column)}`;
}

/** SQL: the delivery `d` was sent. */
export const IS_SENT = sql<boolean>`d.state in ('sent', 'delivered', 'answered')`;

/** SQL: the delivery was sent in this time. One whose sending is not known to have ended was sent at no time. */
export const wasSentIn = (span: Span): RawBuilder<boolean> =>
  sql<boolean>`(${IS_SENT} and ${isWithin(sql`d.sent_at`, span)})`;

/** SQL: the delivery was sent in this time or, if it was not sent, is planned for it. */
export const isIn = (span: Span): RawBuilder<boolean> =>
  sql<boolean>`(${wasSentIn(span)} or not ${IS_SENT} and ${isWithin(sql`d.send_at`, span)})`;

function isWithin(instant: RawBuilder<unknown>, { start, end }: Span): RawBuilder<boolean> {
  const first = start === null ? sql`${instant} is not null` : sql`${instant} >= ${start}`;
  return end === null ? sql<boolean>`${first}` : sql<boolean>`${first} and ${instant} < ${end}`;
}
