import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isOfSomeWards, patientsInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { daysAfter, isToCome } from './pathways.queries.ts';

/**
 * Counts the steps that people in pathways have before them, by the day of the application's time zone: the next one at the time when it is
 * due or tried again, later ones as they are planned. Conditions are not foreseen.
 */
export async function listComingSteps(
  tx: Tx,
  scope: ApplicationScope,
  { start, end, timeZone }: { start: Date; end: Date; timeZone: string },
): Promise<{ day: string; count: number }[]> {
  const { applicationId } = scope;
  const zone = sql`${timeZone}::text`;
  const isOfCaller = sql`e.application_id = ${applicationId} and e.state = 'active' and ${isOfSomeWards(scope) ? sql`e.patient_id in ${patientsInWards(scope)}` : sql`true`}`;
  const planned = daysAfter(sql`e.started_at`, sql`s.after_days`, zone);
  const { rows } = await sql<{ day: string; count: number }>`
    select (at at time zone ${zone})::date as day, count(*) as count
    from (
      select e.next_due_at as at from pathways w
      join pathway_enrolments e on e.pathway_id = w.id and e.next_due_at >= ${start} and e.next_due_at < ${end}
      where w.application_id = ${applicationId} and w.active and ${isOfCaller}
      union all
      select ${planned} from pathways w
      join pathway_steps s on s.application_id = ${applicationId} and s.pathway_id = w.id
      -- a day of the calendar may be an hour longer or shorter
      join pathway_enrolments e on e.pathway_id = w.id
        and e.started_at >= ${start}::timestamptz - make_interval(days => s.after_days, hours => 2)
        and e.started_at < ${end}::timestamptz - make_interval(days => s.after_days) + interval '2 hours'
      where w.application_id = ${applicationId} and w.active and ${isOfCaller}
        and s.after_days > (
          select min(next.after_days) from pathway_steps next
          where next.application_id = ${applicationId} and next.pathway_id = w.id and ${isToCome('next', 'e')})
        and ${isToCome('s', 'e')}
        and ${planned} >= ${start} and ${planned} < ${end}
    ) coming
    group by 1`.execute(tx);
  return rows;
}
