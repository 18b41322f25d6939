import type { contactImports, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { applicationScope, type Scope } from '../../platform/scope.ts';
import type { Encoding } from './read-encoding.ts';

/** How a stored file is to be read. */
export interface StoredFile {
  format: 'csv' | 'xlsx';
  encoding: Encoding;
  delimiter: string;
}

interface Preview {
  header: string[];
  rows: { line: number; cells: string[]; isCutOff?: boolean }[];
}

export type ImportRow = Omit<contactImports.ContactImport, 'preview' | 'created_at' | 'finished_at'> & {
  preview: Preview;
  created_at: Date;
  finished_at: Date | null;
  attempts: number;
  cancel_requested: boolean;
};

const ofList = (tx: Tx, applicationId: number, listId: number) =>
  tx
    .selectFrom('contact_imports as i')
    .where('i.application_id', '=', applicationId)
    .where('i.mailing_list_id', '=', listId);

export async function findImport(tx: Tx, applicationId: number, listId: number, id: number, lock = false) {
  const found = await ofList(tx, applicationId, listId)
    .selectAll()
    .where('i.id', '=', id)
    .$if(lock, (row) => row.forUpdate())
    .executeTakeFirst();
  return found as unknown as ImportRow | undefined;
}

export async function getImport(tx: Tx, scope: Scope, listId: number, id: number): Promise<ImportRow> {
  const found = await findImport(tx, scope.applicationId as number, listId, id);
  if (!found) throw new NotFound('This import');
  return found;
}

/** Locked until the end of the transaction. */
export async function lockImport(tx: Tx, scope: Scope, listId: number, id: number): Promise<ImportRow> {
  const found = await findImport(tx, scope.applicationId as number, listId, id, true);
  if (!found) throw new NotFound('This import');
  return found;
}

export async function listImports(tx: Tx, scope: Scope, listId: number, paging: PagingQuery) {
  const query = ofList(tx, scope.applicationId as number, listId)
    .selectAll()
    .where('i.state', '<>', 'uploading')
    .orderBy('i.id', 'desc');
  const page = await fetchPage(tx, query, paging);
  return { ...page, data: page.data as unknown as ImportRow[] };
}

export async function isImportRunning(tx: Tx, applicationId: number, listId: number): Promise<boolean> {
  const found = await ofList(tx, applicationId, listId)
    .select('i.id')
    .where('i.state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return found !== undefined;
}

/** A new file takes the place of one that was never started, or that never came whole. */
export async function beginUpload(tx: Tx, scope: Scope, listId: number, fileName: string, now: Date): Promise<number> {
  await tx
    .deleteFrom('contact_imports')
    .where('application_id', '=', scope.applicationId as number)
    .where('mailing_list_id', '=', listId)
    .where('state', 'in', ['uploading', 'uploaded'])
    .execute();
  const { id } = await tx
    .insertInto('contact_imports')
    .values({
      application_id: scope.applicationId as number,
      mailing_list_id: listId,
      user_id: scope.userId,
      state: 'uploading',
      file_name: fileName,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertChunk(tx: Tx, applicationId: number, importId: number, position: number, bytes: Buffer) {
  await tx
    .insertInto('contact_import_chunks')
    .values({ application_id: applicationId, import_id: importId, position, bytes })
    .execute();
}

/** The file, piece by piece, each in a transaction of its own. */
export async function* readChunks(db: Database, applicationId: number, importId: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const chunk = await db.transaction(applicationScope(applicationId), (tx) =>
      tx
        .selectFrom('contact_import_chunks')
        .select('bytes')
        .where('application_id', '=', applicationId)
        .where('import_id', '=', importId)
        .where('position', '=', position)
        .executeTakeFirst(),
    );
    if (!chunk) return;
    yield chunk.bytes;
  }
}

/** The file has served. */
export async function deleteChunks(tx: Tx, applicationId: number, importId: number): Promise<void> {
  await tx
    .deleteFrom('contact_import_chunks')
    .where('application_id', '=', applicationId)
    .where('import_id', '=', importId)
    .execute();
}

export async function deleteImport(tx: Tx, applicationId: number, importId: number): Promise<void> {
  await tx
    .deleteFrom('contact_imports')
    .where('application_id', '=', applicationId)
    .where('id', '=', importId)
    .execute();
}

type Changes = Partial<
  Pick<ImportRow, 'state' | 'columns' | 'preview' | 'format' | 'encoding' | 'delimiter' | 'size_bytes' | 'attempts'> &
    Pick<ImportRow, 'cancel_requested' | 'rows_read' | 'progress' | 'error' | 'finished_at'>
> & { started_at?: Date };

export async function updateImport(
  tx: Tx,
  applicationId: number,
  id: number,
  { columns, preview, ...values }: Changes,
): Promise<void> {
  await tx
    .updateTable('contact_imports')
    .set({
      ...values,
      ...(columns ? { columns: JSON.stringify(columns) } : {}),
      ...(preview ? { preview: JSON.stringify(preview) } : {}),
    })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function listImportErrors(tx: Tx, applicationId: number, importId: number) {
  const { rows } = await sql<{ line: number; problem: string; other_line: number | null; cells: string[] }>`
    select line, problem, other_line, cells from contact_import_errors
    where application_id = ${applicationId} and import_id = ${importId}
    order by line`.execute(tx);
  return rows;
}
