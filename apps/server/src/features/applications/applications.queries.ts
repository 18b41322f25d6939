import type { Page, QueryOf, applications } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
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
