import type { Page, QueryOf, applications } from '@wardvoice/contract';
import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.gen.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';

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
  { sort, term, ...paging }: QueryOf<typeof applications.listApplications>,
): Promise<Page<{ id: number; title: string }>> {
  const query = tx
    .selectFrom('applications')
    .select(SUMMARY)
    .$if(scope.applicationId !== 'all', (rows) => rows.where('id', '=', scope.applicationId as number))
    .$if(Boolean(term), (rows) => rows.where(sql<boolean>`title ilike ${`%${likePattern(term ?? '')}%`}`))
    .orderBy(sort.replace('-', '') as 'title' | 'id', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id');
  return fetchPage(tx, query, paging);
}

/** % and _ are meant as typed. */
const likePattern = (term: string): string => term.replaceAll(/[\\%_]/g, String.raw`\$&`);

export async function getApplication(tx: Tx, scope: Scope, id: number) {
  const found =
    scope.applicationId === 'all' || scope.applicationId === id
      ? await tx.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
      : undefined;
  if (!found) throw new NotFound('This application');
  const facilities = await tx
    .selectFrom('application_facilities')
    .select('facility')
    .where('application_id', '=', id)
    .execute();
  return { ...found, sending_facilities: facilities.map(({ facility }) => facility) };
}

/** For intake: whose messages to take, and how. Needs a transaction that sees all. */
export async function listIntakeRules(tx: Tx) {
  const rows = await tx
    .selectFrom('applications as a')
    .leftJoin('application_facilities as f', 'f.application_id', 'a.id')
    .groupBy('a.id')
    .select([
      'a.id as applicationId',
      'a.accept_other_types as acceptOtherTypes',
      'a.accept_missing_control_id as acceptMissingControlId',
      sql<string[]>`coalesce(array_agg(f.facility) filter (where f.facility is not null), '{}')`.as('facilities'),
    ])
    .execute();
  return rows;
}

export async function findApplicationByAccessKey(tx: Tx, accessKey: string) {
  return tx
    .selectFrom('applications')
    .select(['id', 'access_secret_hash'])
    .where('access_key', '=', accessKey)
    .executeTakeFirst();
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

/** One of these facilities that another application has; undefined when none is taken. Needs a transaction that sees all. */
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

export async function replaceFacilities(tx: Tx, applicationId: number, facilities: readonly string[]): Promise<void> {
  await tx.deleteFrom('application_facilities').where('application_id', '=', applicationId).execute();
  if (facilities.length === 0) return;
  await tx
    .insertInto('application_facilities')
    .values([...new Set(facilities)].map((facility) => ({ facility, application_id: applicationId })))
    .execute();
}
