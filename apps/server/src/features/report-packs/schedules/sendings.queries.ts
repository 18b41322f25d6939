import type { QueryOf, reportPacks } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { isRestored } from '../../../platform/db/is-restored.ts';
import { fetchPage } from '../../../platform/db/page.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';

export const SEND_REPORT = 'send-report';

/** So long it is kept to whom a report was sent. */
const KEPT_DAYS = 400;
/** So long a report waits while an application sends nothing. */
const HELD_MS = 600_000;

export interface DueSchedule {
  id: number;
  application_id: number;
  rhythm: reportPacks.ReportRhythm;
  /** The day that it is there. */
  today: string;
}

/**
 * Locks the schedules whose day and hour have come, of applications that send; another process leaves them alone. A day that was missed is
 * made up for, once, with the newest period.
 */
export async function lockDueSchedules(tx: Tx, hour: number, now: Date): Promise<DueSchedule[]> {
  const { rows } = await sql<DueSchedule>`
    select s.id, s.application_id, s.rhythm, there.today::text as today
    from report_schedules s
    join applications a on a.id = s.application_id,
    lateral (
      select (${now}::timestamptz at time zone a.time_zone)::date as today,
        extract(hour from ${now}::timestamptz at time zone a.time_zone) as hour) there
    where s.active and s.next_on <= (${now}::timestamptz + interval '1 day')::date
      and (s.next_on < there.today or (s.next_on = there.today and there.hour >= ${hour}))
      and not ${isRestored(sql`a.id`)}
    order by s.id
    for no key update of s skip locked`.execute(tx);
  return rows;
}

export interface PlannedSendings {
  applicationId: number;
  scheduleId: number;
  from: string;
  to: string;
  /** Null: it is due by the schedule, and each person gets one of the period. */
  asked: { by: number | null } | null;
  /** Null: everybody who gets the report. */
  userIds: readonly number[] | null;
}

/** Writes a report to each person, with its job. Returns how many. */
export async function insertSendings(
  tx: Tx,
  { applicationId, scheduleId, from, to, asked, userIds }: PlannedSendings,
  now: Date,
): Promise<number> {
  const people =
    userIds === null
      ? sql`
          select r.user_id from report_readers r join users u on u.id = r.user_id and u.deleted_at is null
          where r.application_id = ${applicationId} and r.schedule_id = ${scheduleId}`
      : sql`select unnest(${userIds}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    insert into report_sendings (application_id, schedule_id, user_id, from_day, to_day, is_due, asked_by_id, created_at)
    select ${applicationId}, ${scheduleId}, person.user_id, ${from}, ${to}, ${asked === null}, ${asked?.by ?? null}, ${now}
    from (${people}) person (user_id)
    on conflict (schedule_id, user_id, from_day, to_day) where is_due do nothing
    returning id`.execute(tx);
  await enqueue(
    tx,
    rows.map(({ id }) => jobOf(applicationId, id)),
  );
  return rows.length;
}

const jobOf = (applicationId: number, id: number) => ({
  task: SEND_REPORT,
  payload: { application_id: applicationId, sending_id: id },
});

export async function forgetOldSendings(tx: Tx, now: Date): Promise<void> {
  await sql`delete from report_sendings where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    tx,
  );
}

export interface ClaimedSending {
  id: number;
  user_id: number;
  from: string;
  to: string;
  attempts: number;
  message_id: string;
  title: string;
  survey_id: number | null;
  location: string | null;
  department_id: number | null;
  application_id: number;
  hospital: string;
}

/** Counts an attempt to send a report that waits. Undefined: it was sent or given up, or the application sends nothing now. */
export async function claimSending(
  tx: Tx,
  applicationId: number,
  id: number,
  now: Date,
): Promise<ClaimedSending | undefined> {
  const { rows: restored } = await sql`select where ${isRestored(sql`${applicationId}`)}`.execute(tx);
  if (restored.length > 0) {
    await enqueue(tx, [{ ...jobOf(applicationId, id), runAt: new Date(now.getTime() + HELD_MS) }]);
    return undefined;
  }
  const { rows } = await sql<ClaimedSending>`
    update report_sendings one set attempts = one.attempts + 1
    from report_schedules s join applications a on a.id = s.application_id
    where one.application_id = ${applicationId} and one.id = ${id} and one.state = 'waiting'
      and s.application_id = one.application_id and s.id = one.schedule_id
    returning one.id, one.user_id, one.from_day::text as "from", one.to_day::text as "to", one.attempts, one.message_id,
      s.title, s.survey_id, s.location, s.department_id, a.id as application_id, a.title as hospital`.execute(tx);
  return rows[0];
}

export interface Reader {
  email: string | null;
  /** The language of their screens, else that of the application. */
  language: string;
  super_user: number;
  permissions: string[];
  /** The wards that they see; empty: every ward. */
  locations: string[];
}

/**
 * Returns what somebody may do and see in an application now; undefined when they do not belong to it and are no superuser, or cannot
 * sign in.
 */
export async function findReader(tx: Tx, applicationId: number, userId: number): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select case when u.email like '_%@_%' then u.email end as email, coalesce(u.language, a.language) as language,
      u.super_user, permission_names(u.id, a.id) as permissions,
      coalesce(au.locations, '{}') as locations
    from users u
    join applications a on a.id = ${applicationId}
    left join application_users au on au.application_id = a.id and au.user_id = u.id
    where u.id = ${userId} and (au.user_id is not null or u.super_user = 1) and u.deactivated_at is null and u.deleted_at is null`.execute(
    tx,
  );
  return rows[0];
}

export async function recordSending(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: {
    state: reportPacks.SendingState;
    reason?: reportPacks.LeftOutReason;
    last_error?: string | null;
    sent_at?: Date | null;
  },
): Promise<void> {
  await tx
    .updateTable('report_sendings')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export function listSendings(
  tx: Tx,
  applicationId: number,
  scheduleId: number,
  { state, ...paging }: QueryOf<typeof reportPacks.listReportSendings>,
) {
  const query = tx
    .selectFrom('report_sendings as one')
    .innerJoin('users as u', 'u.id', 'one.user_id')
    .leftJoin('users as asker', 'asker.id', 'one.asked_by_id')
    .select([
      'one.id',
      'u.name',
      'one.last_error',
      'one.created_at',
      'one.sent_at',
      'asker.name as asked_by',
      'one.is_due',
    ])
    .select([
      sql<string>`one.from_day::text`.as('from'),
      sql<string>`one.to_day::text`.as('to'),
      sql<reportPacks.SendingState>`one.state`.as('state'),
      sql<reportPacks.LeftOutReason | null>`one.reason`.as('reason'),
    ])
    .where('one.application_id', '=', applicationId)
    .where('one.schedule_id', '=', scheduleId)
    .$if(state !== undefined, (rows) => rows.where('one.state', '=', state ?? ''))
    .orderBy('one.id', 'desc');
  return fetchPage(tx, query, paging);
}
