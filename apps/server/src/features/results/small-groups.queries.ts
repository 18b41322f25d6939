import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

interface CountedWard {
  survey_id: number;
  month: string;
  ward: string | null;
  answered: number;
}

/** Counts answered surveys by survey, month and ward, smaller ones first. */
export async function countByWard(
  tx: Tx,
  scope: ApplicationScope,
  { surveyIds, months }: { surveyIds?: readonly number[]; months?: { first: string; last: string } },
): Promise<CountedWard[]> {
  const { applicationId } = scope;
  const zone = sql`(select time_zone from applications where id = ${applicationId})`;
  const startOf = (month: string, later: number) =>
    sql`((${`${month}-01`}::date + make_interval(months => ${later})) at time zone ${zone})`;
  const { rows } = await sql<CountedWard>`
    select survey_id, to_char(submitted_at at time zone ${zone}, 'YYYY-MM') as month, location as ward, count(*) as answered
    from feedback
    where application_id = ${applicationId} and ${isInWards(scope, 'location')}
      and ${surveyIds ? sql`survey_id = any(${surveyIds}::bigint[])` : sql`true`}
      and ${months ? sql`submitted_at >= ${startOf(months.first, 0)} and submitted_at < ${startOf(months.last, 1)}` : sql`true`}
    group by 1, 2, 3
    order by answered, ward nulls first`.execute(tx);
  return rows;
}
