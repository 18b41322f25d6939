import type { caseCauses, QueryOf, ReplyOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

type ByCause = ReplyOf<typeof caseCauses.countCasesByCause>['data'];

/** The days that are counted when the caller names none, today among them. */
const STANDARD_DAYS = 90;

/** Counts the cases of the caller's wards that were closed in a period, the most frequent cause first. */
export async function countByCause(
  tx: Tx,
  scope: ApplicationScope,
  { from, to }: QueryOf<typeof caseCauses.countCasesByCause>,
  now: Date,
): Promise<ByCause> {
  const { applicationId } = scope;
  const { rows: periods } = await sql<{ from: string; to: string; begins: Date; ends: Date }>`
    select first_day::text as "from", last_day::text as "to",
      first_day::timestamp at time zone time_zone as begins, (last_day + 1)::timestamp at time zone time_zone as ends
    from applications,
      lateral (select coalesce(${to ?? null}::date, (${now}::timestamptz at time zone time_zone)::date) as last_day) until,
      lateral (select coalesce(${from ?? null}::date, last_day - ${STANDARD_DAYS - 1}::integer) as first_day) since
    where id = ${applicationId}`.execute(tx);
  const period = onlyRow(periods);
  const { rows } = await sql<ByCause['causes'][number]>`
    select c.cause_id, cause.title, count(*) as count
    from cases c
    left join case_causes cause on cause.application_id = c.application_id and cause.id = c.cause_id
    where c.application_id = ${applicationId} and c.state = 'closed'
      and c.closed_at >= ${period.begins} and c.closed_at < ${period.ends} and ${isInWards(scope, 'c.location')}
    group by c.cause_id, cause.title
    order by count(*) desc, lower(cause.title) nulls last`.execute(tx);
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return { from: period.from, to: period.to, total, causes: rows };
}
