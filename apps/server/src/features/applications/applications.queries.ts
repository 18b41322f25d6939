import type { QueryOf, applications } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Logo } from './read-logo.ts';

const SUMMARY = ['id', 'title', 'logo', 'messages_after', 'time_zone', 'country', 'language'] as const;

/** The applications a user may choose; a superuser may choose any. Needs a transaction that sees all. */
export function listApplicationsOfUser(tx: Tx, user: { id: number; super_user: number }) {
  return tx
    .selectFrom('applications')
    .select(SUMMARY)
    .$if(user.super_user !== 1, (query) =>
      query.where(
        'id',
        'in',
        tx.selectFrom('application_users').select('application_id').where('user_id', '=', user.id),
      ),
    )
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .execute();
}

export function listApplications(
  tx: Tx,
  scope: Scope,
  { sort, term, country, ...paging }: QueryOf<typeof applications.listApplications>,
) {
  const query = tx
    .selectFrom('applications')
    .select(SUMMARY)
    .$call((rows) => (scope.applicationId === 'all' ? rows : rows.where('id', '=', scope.applicationId)))
    .$if(Boolean(term), (rows) => rows.where(sql<boolean>`title ilike ${containing(term)}`))
    .$call((rows) => (country === undefined ? rows : rows.where('country', '=', country)))
    .orderBy(sort.replace('-', '') as 'title' | 'id', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id');
  return fetchPage(tx, query, paging);
}

/** The types of columns, which the table's constraints guarantee. */
interface Narrowed {
  acknowledgement_mode: 'original' | 'enhanced';
  date_order: 'day_first' | 'month_first' | null;
  two_step_required: 'nobody' | 'administrators' | 'everybody';
}

export async function getApplication(tx: Tx, scope: Scope, id: number) {
  const found =
    scope.applicationId === 'all' || scope.applicationId === id
      ? await tx.selectFrom('applications').selectAll().$narrowType<Narrowed>().where('id', '=', id).executeTakeFirst()
      : undefined;
  if (!found) throw new NotFound('This application');
  const facilities = await tx
    .selectFrom('application_facilities')
    .select('facility')
    .where('application_id', '=', id)
    .orderBy('facility')
    .execute();
  return {
    ...found,
    sending_facilities: facilities.map(({ facility }) => facility),
  };
}

/**
 * Returns for intake which messages belong to which application, and how they are read. Needs a transaction that sees
 * all.
 */
export async function listIntakeRules(tx: Tx) {
  const rows = await tx
    .selectFrom('applications as a')
    .leftJoin('application_facilities as f', 'f.application_id', 'a.id')
    .groupBy('a.id')
    .select([
      'a.id as applicationId',
      'a.accept_other_types as acceptOtherTypes',
      'a.accept_missing_control_id as acceptMissingControlId',
      'a.listener_port as listenerPort',
      'a.allowed_peers as allowedPeers',
      sql<string[]>`coalesce(array_agg(f.facility) filter (where f.facility is not null), '{}')`.as('facilities'),
    ])
    .execute();
  return rows;
}

/** Returns a number that database triggers raise whenever the result of `listIntakeRules` changes. */
export async function getIntakeSettingsVersion(tx: Tx): Promise<number> {
  const { version } = await tx.selectFrom('intake_settings').select('version').executeTakeFirstOrThrow();
  return version;
}

export async function findApplicationByAccessKey(tx: Tx, accessKey: string) {
  return tx
    .selectFrom('applications')
    .select(['id', 'access_key', 'access_secret_hash'])
    .where('access_key', '=', accessKey)
    .executeTakeFirst();
}

export const listAccessSecrets = (tx: Tx) =>
  tx.selectFrom('applications').select(['id', 'access_key', 'access_secret_hash']).orderBy('id').execute();

/** Returns false when the secret was changed meanwhile. */
export async function replaceAccessSecret(
  tx: Tx,
  { id, access_secret_hash }: { id: number; access_secret_hash: string },
  sealed: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('applications')
    .set({ access_secret_hash: sealed })
    .where('id', '=', id)
    .where('access_secret_hash', '=', access_secret_hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type NewApplication = Insertable<DB['applications']>;

export async function insertApplication(tx: Tx, application: NewApplication): Promise<number> {
  const { id } = await tx.insertInto('applications').values(application).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateApplicationColumns(tx: Tx, id: number, columns: Partial<NewApplication>): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/**
 * Returns one of these facilities that belongs to another application; undefined when there is none. Needs a
 * transaction that sees all.
 */
export async function findFacilityOwner(
  tx: Tx,
  applicationId: number,
  facilities: readonly string[],
): Promise<string | undefined> {
  if (facilities.length === 0) return undefined;
  const taken = await tx
    .selectFrom('application_facilities')
    .select('facility')
    .where('facility', 'in', facilities)
    .where('application_id', '<>', applicationId)
    .executeTakeFirst();
  return taken?.facility;
}

export async function findPortOwner(tx: Tx, applicationId: number, port: number): Promise<boolean> {
  const taken = await tx
    .selectFrom('applications')
    .select('id')
    .where('listener_port', '=', port)
    .where('id', '<>', applicationId)
    .executeTakeFirst();
  return taken !== undefined;
}

export async function surveyIsOf(tx: Tx, applicationId: number, surveyId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('surveys')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', surveyId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Locks the application for a change, until this transaction ends. */
export async function lockApplication(tx: Tx, id: number) {
  const locked = await tx.selectFrom('applications').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  if (!locked) throw new NotFound('This application');
  return getApplication(tx, { userId: null, applicationId: id, locations: [] }, id);
}

export async function hasMessages(tx: Tx, id: number): Promise<boolean> {
  const found = await tx.selectFrom('hl7_messages').select('id').where('application_id', '=', id).limit(1).execute();
  return found.length > 0;
}

export async function deleteApplicationRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('applications').where('id', '=', id).execute();
}

export async function saveLogo(tx: Tx, applicationId: number, logo: Logo): Promise<void> {
  await tx
    .insertInto('application_logos')
    .values({ ...logo, application_id: applicationId })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(logo))
    .execute();
}

export async function deleteLogo(tx: Tx, applicationId: number): Promise<void> {
  await tx.deleteFrom('application_logos').where('application_id', '=', applicationId).execute();
}

/** Needs a transaction that sees all, because patients and people who are not signed in see logos too. */
export function findLogo(tx: Tx, hash: string) {
  return tx
    .selectFrom('application_logos')
    .select(['type', 'bytes'])
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
}

/** Lists the ports of applications that have their own. Needs a transaction that sees all. */
export function listListenerSettings(tx: Tx) {
  return tx
    .selectFrom('applications')
    .select(['id as applicationId', 'listener_port as port', 'acknowledgement_mode as mode'])
    .where('listener_port', 'is not', null)
    .$narrowType<{ port: number; mode: 'original' | 'enhanced' }>()
    .execute();
}

export interface ListenerState {
  application_id: number;
  port: number;
  /** null when the listener is open. */
  error: string | null;
}

/** Stores the state of each port that this process listens on, in place of its earlier states. */
export async function saveListenerStates(
  tx: Tx,
  process: string,
  states: readonly ListenerState[],
  now: Date,
): Promise<void> {
  await tx
    .deleteFrom('application_listeners')
    .where((where) =>
      where.or([where('process', '=', process), where('seen_at', '<', new Date(now.getTime() - 3_600_000))]),
    )
    .execute();
  if (states.length === 0) return;
  await tx
    .insertInto('application_listeners')
    .values(states.map((state) => ({ ...state, process, seen_at: now })))
    .execute();
}

export async function replaceFacilities(tx: Tx, applicationId: number, facilities: readonly string[]): Promise<void> {
  await tx.deleteFrom('application_facilities').where('application_id', '=', applicationId).execute();
  if (facilities.length === 0) return;
  await tx
    .insertInto('application_facilities')
    .values([...new Set(facilities)].map((facility) => ({ facility, application_id: applicationId })))
    .execute();
}

/** Removes this survey as the one that is offered when a case is closed. */
export async function clearSurveyAfterCases(tx: Tx, applicationId: number, surveyId: number): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ de_escalation_survey_id: null })
    .where('id', '=', applicationId)
    .where('de_escalation_survey_id', '=', surveyId)
    .execute();
}
