import type { contactImports, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isOfSomeWards } from '../../platform/db/within-wards.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { applicationScope, type ApplicationScope } from '../../platform/scope.ts';
import type { Encoding } from './read-encoding.ts';

/** How a stored file is read. */
export interface StoredFile {
  format: 'csv' | 'xlsx';
  encoding: Encoding;
  delimiter: string;
}

type Preview = {
  header: string[];
  rows: { line: number; cells: string[]; isCutOff?: boolean }[];
};

export type ImportRow = Omit<contactImports.ContactImport, 'preview' | 'created_at' | 'finished_at'> & {
  preview: Preview;
  created_at: Date;
  finished_at: Date | null;
  attempts: number;
  cancel_requested: boolean;
};

/** The types of columns, which the table's constraints and the code that writes them guarantee. */
type Narrowed = Pick<ImportRow, 'state' | 'format' | 'columns' | 'preview'>;

const ofList = (tx: Tx, applicationId: number, listId: number) =>
  tx
    .selectFrom('contact_imports as i')
    .where('i.application_id', '=', applicationId)
    .where('i.mailing_list_id', '=', listId);

export async function findImport(tx: Tx, applicationId: number, listId: number, id: number, lock = false) {
  const found = await ofList(tx, applicationId, listId)
    .selectAll()
    .$narrowType<Narrowed>()
    .where('i.id', '=', id)
    .$if(lock, (row) => row.forUpdate())
    .executeTakeFirst();
  return found;
}

/**
 * An import matches the file with the contacts of the whole application, so its result shows who is in any ward. Only
 * callers who see every ward may use it.
 */
export function requireEveryWard(scope: ApplicationScope): void {
  if (isOfSomeWards(scope))
    throw new Forbidden('A file may name people of any ward. Ask somebody who sees all wards to import it.');
}

export async function getImport(tx: Tx, scope: ApplicationScope, listId: number, id: number): Promise<ImportRow> {
  const found = isOfSomeWards(scope) ? undefined : await findImport(tx, scope.applicationId, listId, id);
  if (!found) throw new NotFound('This import');
  return found;
}

/** Returns the import, locked until the end of the transaction. */
export async function lockImport(tx: Tx, scope: ApplicationScope, listId: number, id: number): Promise<ImportRow> {
  const found = isOfSomeWards(scope) ? undefined : await findImport(tx, scope.applicationId, listId, id, true);
  if (!found) throw new NotFound('This import');
  return found;
}

export async function listImports(tx: Tx, scope: ApplicationScope, listId: number, paging: PagingQuery) {
  const query = ofList(tx, scope.applicationId, listId)
    .selectAll()
    .$narrowType<Narrowed>()
    .where('i.state', '<>', 'uploading')
    .where(sql<boolean>`${!isOfSomeWards(scope)}`)
    .orderBy('i.id', 'desc');
  return fetchPage(tx, query, paging);
}

export async function isImportRunning(tx: Tx, applicationId: number, listId: number): Promise<boolean> {
  const found = await ofList(tx, applicationId, listId)
    .select('i.id')
    .where('i.state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  return found !== undefined;
}

/** Begins an upload. It replaces an import that was never started or whose upload is incomplete. */
export async function beginUpload(
  tx: Tx,
  scope: ApplicationScope,
  listId: number,
  fileName: string,
  now: Date,
): Promise<number> {
  await tx
    .deleteFrom('contact_imports')
    .where('application_id', '=', scope.applicationId)
    .where('mailing_list_id', '=', listId)
    .where('state', 'in', ['uploading', 'uploaded'])
    .execute();
  const { id } = await tx
    .insertInto('contact_imports')
    .values({
      application_id: scope.applicationId,
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

/** Reads the file in chunks, each in its own transaction. */
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

/** Deletes the stored file, which is no longer needed. */
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

export type ImportChanges = Partial<
  Pick<ImportRow, 'columns' | 'preview' | 'format' | 'encoding' | 'delimiter' | 'size_bytes' | 'attempts'> &
    Pick<ImportRow, 'cancel_requested' | 'rows_read' | 'progress' | 'error' | 'finished_at'>
> & { started_at?: Date };

export async function updateImport(
  tx: Tx,
  applicationId: number,
  id: number,
  { columns, preview, ...values }: ImportChanges & { state?: contactImports.ImportState },
  whileState?: contactImports.ImportState,
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
    .$if(whileState !== undefined, (row) => row.where('state', '=', whileState ?? null))
    .execute();
}

export async function listImportErrors(tx: Tx, applicationId: number, importId: number) {
  const { rows } = await sql<{ line: number; problem: string; other_line: number | null; cells: string[] }>`
    select line, problem, other_line, cells from contact_import_errors
    where application_id = ${applicationId} and import_id = ${importId}
    order by line`.execute(tx);
  return rows;
}
