import type { QueryOf, wardPages } from '@wardvoice/contract';
import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { WardPageEntries, WardPages } from '../../platform/db/schema.gen.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  title: sql`lower(p.title)`,
  last_published_at: sql`last_published_at`,
};

/** Pages of the caller's wards. Whoever sees some wards does not see the page of the whole organisation. */
function visiblePages(tx: Tx, scope: ApplicationScope, publicUrl: string) {
  const entries = sql`from ward_page_entries e where e.application_id = p.application_id and e.page_id = p.id`;
  return tx
    .selectFrom('ward_pages as p')
    .select(['p.id', 'p.title', 'p.location', 'p.language', 'p.active', 'p.version'])
    .select([
      sql<string>`${`${publicUrl}/said/`} || p.public_id`.as('address'),
      sql<number>`(select count(*) ${entries} and e.published_at is not null)`.as('published_count'),
      sql<number>`(select count(*) ${entries} and e.published_at is null)`.as('draft_count'),
      sql<Date | null>`(select max(e.published_at) ${entries})`.as('last_published_at'),
    ])
    .where('p.application_id', '=', scope.applicationId)
    .where(isInWards(scope, 'p.location'));
}

export function listPages(
  tx: Tx,
  scope: ApplicationScope,
  publicUrl: string,
  { term, sort, ...paging }: QueryOf<typeof wardPages.listWardPages>,
) {
  const pattern = containing(term);
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = visiblePages(tx, scope, publicUrl)
    .$if(Boolean(term), (rows) =>
      rows.where((where) => where.or([where('p.title', 'ilike', pattern), where('p.location', 'ilike', pattern)])),
    )
    .orderBy(SORTED[sort.replace('-', '')] ?? sql`p.id`, (order) =>
      direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsFirst(),
    )
    .orderBy('p.id', direction);
  return fetchPage(tx, query, { ...paging, term });
}

export type PageRow = Awaited<ReturnType<typeof getPage>>;

/** Throws NotFound for a page of another application or of other wards. */
export async function getPage(tx: Tx, scope: ApplicationScope, publicUrl: string, id: number) {
  const found = await visiblePages(tx, scope, publicUrl).where('p.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This page');
  return found;
}

/** Locks a page until the end of the transaction, so that one entry after the other is added and it is not deleted meanwhile. */
export async function lockPage(tx: Tx, scope: ApplicationScope, publicUrl: string, id: number): Promise<PageRow> {
  await tx
    .selectFrom('ward_pages')
    .select('id')
    .where('application_id', '=', scope.applicationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
  return getPage(tx, scope, publicUrl, id);
}

/** Returns undefined when the ward, or the whole organisation, has a page. */
export async function insertPage(tx: Tx, page: Insertable<WardPages>): Promise<number | undefined> {
  const made = await tx
    .insertInto('ward_pages')
    .values(page)
    .onConflict((conflict) => conflict.columns(['application_id', 'location']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id;
}

export async function updatePage(
  tx: Tx,
  applicationId: number,
  id: number,
  changes: Updateable<WardPages>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('ward_pages')
    .set(changes)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deletePage(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('ward_pages').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

const visibleEntries = (tx: Tx, applicationId: number, pageId: number) =>
  tx
    .selectFrom('ward_page_entries as e')
    .leftJoin('users as u', 'u.id', 'e.written_by_id')
    .select(['e.id', 'e.said', 'e.did', sql<string>`e.done_on::text`.as('done_on'), 'e.published_at', 'e.version'])
    .select('u.name as written_by_name')
    .where('e.application_id', '=', applicationId)
    .where('e.page_id', '=', pageId);

export function listEntries(tx: Tx, applicationId: number, pageId: number) {
  return visibleEntries(tx, applicationId, pageId).orderBy('e.done_on', 'desc').orderBy('e.id', 'desc').execute();
}

export type EntryRow = Awaited<ReturnType<typeof getEntry>>;

export async function getEntry(tx: Tx, applicationId: number, pageId: number, id: number) {
  const found = await visibleEntries(tx, applicationId, pageId).where('e.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This entry');
  return found;
}

export async function insertEntry(tx: Tx, entry: Insertable<WardPageEntries>): Promise<number> {
  const { id } = await tx.insertInto('ward_page_entries').values(entry).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateEntry(
  tx: Tx,
  applicationId: number,
  id: number,
  changes: Updateable<WardPageEntries>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('ward_page_entries')
    .set(changes)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteEntry(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('ward_page_entries').where('application_id', '=', applicationId).where('id', '=', id).execute();
}
