import type { dataExports, QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

type State = dataExports.ExportState;

/** What can change in an export beside its state. */
export interface ExportChanges {
  started_at?: Date;
  finished_at?: Date;
  attempts?: number;
  row_count?: number;
  file?: string | null;
  bytes?: number;
  error?: string;
}

const SORTED: Readonly<Record<string, RawBuilder<unknown>>> = {
  asked_at: sql`e.asked_at`,
  row_count: sql`e.row_count`,
  bytes: sql`e.bytes`,
};

const described = (tx: Tx, { applicationId }: Pick<ApplicationScope, 'applicationId'>) =>
  tx
    .selectFrom('data_exports as e')
    .leftJoin('users as u', 'u.id', 'e.asked_by')
    .select([
      'e.id',
      sql<dataExports.ExportSubject>`e.subject`.as('subject'),
      sql<dataExports.ExportFormat>`e.format`.as('format'),
      sql<State>`e.state`.as('state'),
      'e.with_comments',
      'e.from_day',
      'e.to_day',
      'e.row_count',
      'e.bytes',
      'e.is_nightly',
      'e.asked_at',
      'e.started_at',
      'e.finished_at',
      'e.error',
      sql<string | null>`case when e.state in ('done', 'removed') then e.file end`.as('file'),
      sql<{ id: number; name: string } | null>`
        case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end`.as('asked_by'),
    ])
    .where('e.application_id', '=', applicationId);

export function listExports(
  tx: Tx,
  scope: ApplicationScope,
  { state, subject, sort, ...paging }: QueryOf<typeof dataExports.listDataExports>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = described(tx, scope)
    .$if(state !== undefined, (rows) => rows.where('e.state', '=', state ?? ''))
    .$if(subject !== undefined, (rows) => rows.where('e.subject', '=', subject ?? ''))
    .orderBy(SORTED[sort.replace('-', '')] ?? sql`e.id`, (order) =>
      direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
    .orderBy('e.id', direction);
  return fetchPage(tx, query, paging);
}

export type ExportRecord = Awaited<ReturnType<typeof getExport>>;

export async function getExport(tx: Tx, scope: Pick<ApplicationScope, 'applicationId'>, id: number) {
  const found = await described(tx, scope).where('e.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This export');
  return found;
}

export async function insertExport(
  tx: Tx,
  applicationId: number,
  row: Pick<ExportRecord, 'subject' | 'format' | 'with_comments' | 'from_day' | 'to_day' | 'is_nightly'> & {
    asked_by: number | null;
    asked_at: Date;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('data_exports')
    .values({ ...row, application_id: applicationId, state: 'waiting' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function countUnderWay(tx: Tx, applicationId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('data_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('application_id', '=', applicationId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks an export until the end of the transaction; null: it is gone with its application. */
export async function lockExport(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('data_exports')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Changes those of the exports that are in this state. Only export-state.ts names another state. */
export async function updateExports(
  tx: Tx,
  ids: readonly number[],
  from: State,
  changes: ExportChanges & { state: State },
): Promise<number[]> {
  const moved = await tx
    .updateTable('data_exports')
    .set(changes)
    .where('id', 'in', ids)
    .where('state', '=', from)
    .returning('id')
    .execute();
  return moved.map(({ id }) => id);
}

/** How far the attempt is. Nothing is noted for one that another attempt has replaced. */
export async function recordProgress(tx: Tx, id: number, attempt: number, rowCount: number): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ row_count: rowCount })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempts', '=', attempt)
    .execute();
}

/** Lists files of all applications that were finished before this time. */
export async function listOldFiles(tx: Tx, before: Date, limit: number): Promise<{ id: number; file: string }[]> {
  const rows = await tx
    .selectFrom('data_exports')
    .select(['id', 'file'])
    .where('state', '=', 'done')
    .where('finished_at', '<', before)
    .orderBy('finished_at')
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, file }) => (file === null ? [] : [{ id, file }]));
}
