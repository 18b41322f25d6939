import type { alarms, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Findings } from './problem.ts';

/**
 * An alarm closes when its problem was not seen for this long. A problem seen again earlier keeps its alarm, and no
 * further notice is sent.
 */
const CLOSE_AFTER_MINUTES = 5;
/** A machine that has not reported for this long is considered removed, and its alarms close. */
const FORGET_MACHINE_AFTER_HOURS = 24;

export interface ChangedAlarm {
  id: number;
  application_id: number | null;
}

export interface OpenedAlarm extends ChangedAlarm, Pick<alarms.Alarm, 'kind' | 'severity' | 'details'> {}

/**
 * Opens an alarm for each new problem and updates when the other problems were last seen. Returns the alarms that were
 * opened.
 */
export async function openAlarms(tx: Tx, { kind, problems }: Findings, now: Date): Promise<OpenedAlarm[]> {
  if (problems.length === 0) return [];
  const { rows } = await sql<OpenedAlarm & { is_new: boolean }>`
    insert into alarms (application_id, kind, problem, severity, opened_at, last_seen_at, details)
    select p.application_id, ${kind}, p.problem, p.severity, ${now}, ${now}, p.details
    from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb) as p (
      application_id bigint, problem text, severity text, details jsonb)
    on conflict (application_id, kind, problem) where closed_at is null do update
      set last_seen_at = greatest(alarms.last_seen_at, excluded.last_seen_at),
        severity = excluded.severity, details = excluded.details
    returning id, application_id, kind, severity, details, xmax = 0 as is_new`.execute(tx);
  return rows.filter(({ is_new }) => is_new);
}

/** Closes alarms of this kind whose problem was not seen for some minutes. Returns those that were closed. */
export async function closeAlarms(tx: Tx, { kind, sees }: Findings, now: Date): Promise<ChangedAlarm[]> {
  const { rows } = await sql<ChangedAlarm>`
    update alarms set closed_at = ${now}
    where kind = ${kind} and closed_at is null
      and last_seen_at <= ${now}::timestamptz - make_interval(mins => ${CLOSE_AFTER_MINUTES})
      and (${sees}::text is null or problem = ${sees}
        or last_seen_at <= ${now}::timestamptz - make_interval(hours => ${FORGET_MACHINE_AFTER_HOURS}))
    returning id, application_id`.execute(tx);
  return rows;
}

/**
 * Alarms of the caller's application. A superuser also sees those of the system, and those of all applications while
 * none is chosen.
 */
function visibleAlarms(tx: Tx, { applicationId }: Pick<Scope, 'applicationId'>, isSuperuser: boolean) {
  return tx
    .selectFrom('alarms as a')
    .leftJoin('applications as app', 'app.id', 'a.application_id')
    .leftJoin('users as u', 'u.id', 'a.acknowledged_by_id')
    .$if(!(isSuperuser && applicationId === 'all'), (rows) =>
      rows.where(
        sql<boolean>`(a.application_id = ${typeof applicationId === 'number' ? applicationId : 0}
          or (${isSuperuser} and a.application_id is null))`,
      ),
    );
}

const columns = [
  'a.id',
  'a.application_id',
  'app.title as application_title',
  sql<alarms.AlarmKind>`a.kind`.as('kind'),
  'a.problem',
  sql<alarms.Alarm['severity']>`a.severity`.as('severity'),
  'a.opened_at',
  'a.last_seen_at',
  'a.acknowledged_at',
  'u.name as acknowledged_by_name',
  'a.closed_at',
  sql<alarms.Alarm['details']>`a.details`.as('details'),
] as const;

export interface AlarmReader {
  scope: Scope;
  isSuperuser: boolean;
}

export function listAlarms(
  tx: Tx,
  { scope, isSuperuser }: AlarmReader,
  { open, ...paging }: QueryOf<typeof alarms.listAlarms>,
) {
  const query = visibleAlarms(tx, scope, isSuperuser)
    .select(columns)
    .$if(open === '1', (rows) => rows.where('a.closed_at', 'is', null))
    .$if(open === '0', (rows) => rows.where('a.closed_at', 'is not', null))
    .orderBy('a.opened_at', 'desc')
    .orderBy('a.id', 'desc');
  return fetchPage(tx, query, paging);
}

export async function getAlarm(tx: Tx, { scope, isSuperuser }: AlarmReader, id: number) {
  const found = await visibleAlarms(tx, scope, isSuperuser).select(columns).where('a.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This alarm');
  return found;
}

/** Finds an alarm for the system's own jobs. */
export function findAlarm(tx: Tx, id: number) {
  return visibleAlarms(tx, { applicationId: 'all' }, true).select(columns).where('a.id', '=', id).executeTakeFirst();
}

/** Keeps the first acknowledgement; a later one changes nothing. */
export async function acknowledgeAlarm(tx: Tx, id: number, userId: number | null, now: Date): Promise<void> {
  await tx
    .updateTable('alarms')
    .set({ acknowledged_at: now, acknowledged_by_id: userId })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .execute();
}

export async function countOpenAlarms(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('alarms')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
