import type { QueryOf, reportPacks } from '@wardvoice/contract';
import { sql, type Insertable, type Updateable } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { containing } from '../../../platform/db/like-pattern.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import { fetchPage } from '../../../platform/db/page.ts';
import type { ReportSchedules } from '../../../platform/db/schema.gen.ts';
import { isInWards } from '../../../platform/db/within-wards.ts';
import { NotFound } from '../../../platform/errors.ts';
import type { ApplicationScope } from '../../../platform/scope.ts';

type Last = NonNullable<reportPacks.ReportSchedule['last']>;
type Named = { id: number; title: string } | null;

/** Those of an application. One of a ward is seen by whoever sees the ward. */
const visible = (tx: Tx, scope: ApplicationScope) =>
  tx
    .selectFrom('report_schedules as s')
    .select(['s.id', 's.title', 's.location', 's.active', 's.version'])
    .select([
      sql<reportPacks.ReportRhythm>`s.rhythm`.as('rhythm'),
      sql<string | null>`case when s.active then s.next_on::text end`.as('next_on'),
      sql<Named>`(
        select json_build_object('id', survey.id, 'title', survey.title)
        from surveys survey where survey.application_id = s.application_id and survey.id = s.survey_id)`.as('survey'),
      sql<Named>`(
        select json_build_object('id', d.id, 'title', d.title)
        from departments d where d.application_id = s.application_id and d.id = s.department_id)`.as('department'),
      sql<number>`(
        select count(*) from report_readers r join users u on u.id = r.user_id and u.deleted_at is null
        where r.application_id = s.application_id and r.schedule_id = s.id)`.as('people_count'),
      sql<Last | null>`(
        select json_build_object('from', min(one.from_day), 'to', min(one.to_day),
          'sent_count', count(*) filter (where one.state = 'sent'),
          'waiting_count', count(*) filter (where one.state = 'waiting'),
          'missing_count', count(*) filter (where one.state in ('failed', 'left_out')))
        from report_sendings one
        where one.application_id = s.application_id and one.schedule_id = s.id and one.is_due
          and (one.from_day, one.to_day) = (
            select latest.from_day, latest.to_day from report_sendings latest
            where latest.application_id = s.application_id and latest.schedule_id = s.id and latest.is_due
            order by latest.id desc limit 1)
        having count(*) > 0)`.as('last'),
    ])
    .where('s.application_id', '=', scope.applicationId)
    .where((where) => where.or([where('s.location', 'is', null), isInWards(scope, 's.location')]));

export function listSchedules(
  tx: Tx,
  scope: ApplicationScope,
  { term, active, sort, ...paging }: QueryOf<typeof reportPacks.listReportSchedules>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = visible(tx, scope)
    .$if(Boolean(term), (rows) => rows.where('s.title', 'ilike', containing(term)))
    .$if(active !== undefined, (rows) => rows.where('s.active', '=', active === '1'))
    .orderBy(sort.endsWith('next_on') ? sql`case when s.active then s.next_on end` : sql`lower(s.title)`, (order) =>
      direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy('s.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export type ScheduleRow = Awaited<ReturnType<typeof getSchedule>>;

/** Throws NotFound for one of another application or of other wards. */
export async function getSchedule(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await visible(tx, scope).where('s.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This report');
  return found;
}

/** Locks one until the end of the transaction, so that it is not changed or sent meanwhile. */
export async function lockSchedule(tx: Tx, scope: ApplicationScope, id: number): Promise<ScheduleRow> {
  await tx
    .selectFrom('report_schedules')
    .select('id')
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return getSchedule(tx, scope, id);
}

export async function insertSchedule(tx: Tx, schedule: Insertable<ReportSchedules>): Promise<number> {
  const { id } = await tx.insertInto('report_schedules').values(schedule).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateSchedule(
  tx: Tx,
  applicationId: number,
  id: number,
  changes: Updateable<ReportSchedules>,
): Promise<void> {
  await tx
    .updateTable('report_schedules')
    .set(changes)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteSchedule(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('report_schedules').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/**
 * Lists the people who get a report, by name; `permissions` are those that they have in the application now; null: they do not belong
 * to it, or cannot sign in.
 */
export async function listReaders(tx: Tx, applicationId: number, scheduleId: number) {
  const { rows } = await sql<{ id: number; name: string; super_user: number; permissions: string[] | null }>`
    select u.id, u.name, u.super_user,
      case when au.user_id is not null then permission_names(u.id, au.application_id) end as permissions
    from report_readers r
    join users u on u.id = r.user_id
    left join application_users au on au.user_id = u.id and au.application_id = r.application_id and u.deactivated_at is null
    where r.application_id = ${applicationId} and r.schedule_id = ${scheduleId} and u.deleted_at is null
    order by lower(u.name), u.id`.execute(tx);
  return rows;
}

export async function setReaders(
  tx: Tx,
  applicationId: number,
  scheduleId: number,
  userIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('report_readers')
    .where('application_id', '=', applicationId)
    .where('schedule_id', '=', scheduleId)
    .execute();
  await tx
    .insertInto('report_readers')
    .values(userIds.map((user_id) => ({ application_id: applicationId, schedule_id: scheduleId, user_id })))
    .execute();
}

/** Returns the day that it is in an application. */
export async function findToday(tx: Tx, applicationId: number, now: Date): Promise<string> {
  const { rows } = await sql<{ today: string }>`
    select (${now}::timestamptz at time zone time_zone)::date::text as today
    from applications where id = ${applicationId}`.execute(tx);
  return onlyRow(rows).today;
}
