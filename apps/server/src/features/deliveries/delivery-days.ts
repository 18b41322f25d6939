import { sql, type RawBuilder } from 'kysely';

/** First and last day, by the application's calendar. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** SQL: the delivery `d` was sent. */
export const IS_SENT = sql<boolean>`d.state in ('sent', 'delivered', 'answered')`;

/** SQL: the delivery was sent on one of these days. One whose sending is not known to have ended has no such day. */
export const wasSentInDays = (applicationId: number, days: Days): RawBuilder<boolean> =>
  sql<boolean>`(${IS_SENT} and ${isWithin(applicationId, sql`d.sent_at`, days)})`;

/** SQL: the delivery was sent on one of these days or, if it was not sent, is planned for one of them. */
export const isInDays = (applicationId: number, days: Days): RawBuilder<boolean> =>
  sql<boolean>`(${wasSentInDays(applicationId, days)} or not ${IS_SENT} and ${isWithin(applicationId, sql`d.send_at`, days)})`;

/** SQL: the instant is within these days of the application's calendar. */
function isWithin(applicationId: number, instant: RawBuilder<unknown>, { from, to }: Days): RawBuilder<boolean> {
  const start = (day: RawBuilder<unknown>) =>
    sql`(select ${day}::timestamp at time zone time_zone from applications where id = ${applicationId})`;
  const first = from === undefined ? sql`true` : sql`${instant} >= ${start(sql`${from}::date`)}`;
  const last = to === undefined ? sql`${instant} is not null` : sql`${instant} < ${start(sql`(${to}::date + 1)`)}`;
  return sql<boolean>`${first} and ${last}`;
}
