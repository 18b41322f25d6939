import type { audit, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPageInOrder, isOneOf } from '../../platform/db/page.ts';
import { isOfSomeWards, isPatientInWards } from '../../platform/db/within-wards.ts';
import type { Scope } from '../../platform/scope.ts';

type Filters = QueryOf<typeof audit.listAudit>;

/** SQL: the patient of `seen`, or the patient it was merged into, was in a ward of the caller. */
const isSeenInWards = (scope: Scope) => sql<boolean>`exists (
  select from patients p
  where p.application_id = e.application_id and p.id = seen.id
    and ${isPatientInWards(scope, sql`coalesce(p.merged_into_id, p.id)`)})`;

/** SQL: the patients of entry `e` whom the caller may see. */
export const visiblePatients = (scope: Scope) =>
  isOfSomeWards(scope)
    ? sql<number[]>`array(select seen.id from unnest(e.patient_ids) as seen (id) where ${isSeenInWards(scope)})`
    : sql<number[]>`e.patient_ids`;

/** SQL: entry `e` is about no patient, or about one whom the caller may see. */
export const isVisibleEntry = (scope: Scope) =>
  isOfSomeWards(scope)
    ? sql<boolean>`(
  e.patient_ids = '{}' or exists (select from unnest(e.patient_ids) as seen (id) where ${isSeenInWards(scope)}))`
    : sql<boolean>`true`;

/**
 * SQL: what the record of an entry is called now. Null once it is gone, and always for patients, contacts and what is about
 * them: reading the audit shows no patient's name.
 */
const recordName = sql<string | null>`(case e.record_type
  when 'applications' then (select title from applications where id = e.record_id)
  when 'users' then (select name from users where id = e.record_id)
  when 'api_keys' then (select name from api_keys where id = e.record_id and application_id = e.application_id)
  when 'roles' then (select name from roles where id = e.record_id)
  when 'permissions' then (select name from permissions where id = e.record_id)
  when 'categories' then (select title from categories where id = e.record_id and application_id = e.application_id)
  when 'departments' then (select title from departments where id = e.record_id and application_id = e.application_id)
  when 'surveys' then (select title from surveys where id = e.record_id and application_id = e.application_id)
  when 'options' then (select title from options where id = e.record_id and application_id = e.application_id)
  when 'mailing_list' then (
    select coalesce(title, name) from mailing_lists where id = e.record_id and application_id = e.application_id)
end)`;

/** Entries with what is shown of them. */
const shownEntries = (tx: Tx, scope: Scope) =>
  tx
    .selectFrom('audit_entries as e')
    .leftJoin('applications as a', 'a.id', 'e.application_id')
    .select([
      'e.id',
      'e.at',
      'e.user_id',
      'e.user_name',
      'e.session_id',
      'e.address',
      'e.application_id',
      'a.title as application_title',
      'e.action',
      'e.record_type',
      'e.record_id',
      'e.refused',
      'e.position',
    ])
    .select(({ ref }) => ref('e.details').$castTo<audit.AuditEntry['details']>().as('details'))
    .select(visiblePatients(scope).as('patient_ids'))
    .select(recordName.as('record_name'));

/**
 * Lists entries of the caller's application, or of all for a superuser who has chosen none. A caller who is limited to
 * some wards sees entries about patients of those wards, and entries about settings.
 */
export function listAudit(tx: Tx, scope: Scope, filters: Filters) {
  const {
    user_id,
    api_key_id,
    action,
    record_type,
    record_id,
    patient_id,
    application_id,
    from,
    to,
    refused,
    term,
    sort,
  } = filters;
  const application = scope.applicationId === 'all' ? application_id : (scope.applicationId ?? 0);
  const pattern = containing(term);
  const ids = tx
    .selectFrom('audit_entries as e')
    .select('e.id')
    .where(isVisibleEntry(scope))
    .$call((rows) => (application === undefined ? rows : rows.where('e.application_id', '=', application)))
    .$if(
      scope.applicationId !== 'all' && application_id !== undefined && application_id !== scope.applicationId,
      (rows) => rows.where(sql<boolean>`false`),
    )
    .$call((rows) => (user_id === undefined ? rows : rows.where('e.user_id', '=', user_id)))
    .$call((rows) => (api_key_id === undefined ? rows : rows.where(isOfKey(api_key_id))))
    .$call((rows) => (action ? rows.where('e.action', '=', action) : rows))
    .$call((rows) => (record_type ? rows.where('e.record_type', '=', record_type) : rows))
    .$call((rows) => (record_id === undefined ? rows : rows.where('e.record_id', '=', record_id)))
    .$if(refused !== undefined, (rows) => rows.where('e.refused', '=', refused === '1'))
    .$call((rows) => (patient_id === undefined ? rows : rows.where(isEntryOfPatient(scope, patient_id))))
    .$if(from !== undefined, (rows) => rows.where(sql<boolean>`e.at >= ${from}::date::timestamp at time zone 'UTC'`))
    .$if(to !== undefined, (rows) => rows.where(sql<boolean>`e.at < (${to}::date + 1)::timestamp at time zone 'UTC'`))
    .$if(Boolean(term), (rows) =>
      rows.where(
        sql<boolean>`(e.user_name ilike ${pattern} or e.action ilike ${pattern} or e.record_type ilike ${pattern} or e.address = ${term})`,
      ),
    );
  return fetchPageInOrder(tx, ids, { sort, by: sql`e.at`, id: 'e.id' }, filters, (onPage) =>
    shownEntries(tx, scope).where(isOneOf('e.id', onPage)).execute(),
  );
}

/** SQL: an API key made the call. The index has the entries of keys only, by the id as text. */
const isOfKey = (id: number) =>
  sql<boolean>`(e.details -> 'as' ? 'api_key' and e.details -> 'as' -> 'api_key' ->> 'id' = ${String(id)})`;

/**
 * SQL: entry `e` is about this patient, whom the caller may see. Includes the entries about records that were merged into this
 * patient.
 */
export const isEntryOfPatient = (scope: Scope, patientId: number) => sql<boolean>`(
  e.id in (
    select entry_id from audit_patients
    where patient_id in (select ${patientId}::bigint union select id from patients where merged_into_id = ${patientId}))
  and ${isPatientInWards(scope, sql`${patientId}::bigint`)})`;
