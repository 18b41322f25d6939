import type { MultipartFile } from '@fastify/multipart';
import { contactImports } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { codeOf, Conflict, Invalid, RequestError } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { lockStatic } from '../mailing-lists/index.ts';
import {
  beginUpload,
  deleteImport,
  insertChunk,
  isImportRunning,
  requireEveryWard,
  type StoredFile,
} from './contact-imports.queries.ts';
import { MAX_CSV_BYTES, MAX_XLSX_BYTES } from './file-limits.ts';
import { moveImport } from './import-state.ts';
import { matchColumns } from './match-columns.ts';
import { createEncodingFinder, describeCsv, findFormat, readPreview, UnreadableFile } from './read-import.ts';

const CHUNK_BYTES = 256 * 1024;
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Stores the file while it is received, reads its first rows, and returns the id of the import, which waits to be
 * started.
 */
export async function receiveUpload(
  ctx: Context,
  scope: ApplicationScope,
  listId: number,
  request: FastifyRequest,
  { mustMatch }: { mustMatch: boolean },
): Promise<number> {
  requireEveryWard(scope);
  await ctx.db.transaction(scope, (tx) => lockStatic(tx, scope, listId));
  if (!request.isMultipart())
    throw new RequestError(415, 'Send the file as multipart/form-data, in a field named file.');
  const part = await request.file({ limits: { fileSize: MAX_CSV_BYTES, files: 1 } });
  if (!part) throw new Invalid({ file: ['Choose a file.'] });
  try {
    return await storePart(ctx, scope, listId, part, mustMatch);
  } finally {
    // The rest of the file must be read, because a client reads no reply before it has sent all of it.
    part.file.resume();
  }
}

async function storePart(
  ctx: Context,
  scope: ApplicationScope,
  listId: number,
  part: MultipartFile,
  mustMatch: boolean,
): Promise<number> {
  const { applicationId } = scope;
  const id = await ctx.db.transaction(scope, async (tx) => {
    await lockStatic(tx, scope, listId);
    if (await isImportRunning(tx, applicationId, listId))
      throw new Conflict('An import into this list is running. Wait for it, or stop it first.');
    return beginUpload(tx, scope, listId, part.filename.slice(0, 200), ctx.clock());
  });
  try {
    const { file, size } = await storeFile(ctx, scope, id, part.file);
    if (part.file.truncated) throw new RequestError(413, 'The file is larger than 1 GB. Send it in parts.');
    const preview = await readPreview(ctx.db, applicationId, id, file);
    const columns = matchColumns(preview.header);
    if (mustMatch && !contactImports.hasIdentity(columns))
      throw new UnreadableFile(
        'No column in the first row is named e-mail, phone or external id. Rename one, or choose the columns yourself.',
      );
    const uploading = { id, state: 'uploading' } as const;
    await ctx.db.transaction(scope, (tx) =>
      moveImport(tx, applicationId, uploading, 'uploaded', { ...file, size_bytes: size, columns, preview }),
    );
    return id;
  } catch (error) {
    await ctx.db.transaction(scope, (tx) => deleteImport(tx, applicationId, id));
    if (error instanceof UnreadableFile) throw new Invalid({ file: [error.message] }, error.message);
    if (codeOf(error) === FOREIGN_KEY_VIOLATION) throw new Conflict('Another file was sent to this list meanwhile.');
    throw error;
  }
}

async function storeFile(
  ctx: Context,
  scope: ApplicationScope,
  importId: number,
  stream: AsyncIterable<Buffer>,
): Promise<{ file: StoredFile; size: number }> {
  const finder = createEncodingFinder();
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let head: Buffer | null = null;
  let format: 'csv' | 'xlsx' = 'csv';
  let position = 0;
  let size = 0;
  const store = async () => {
    if (waitingBytes === 0) return;
    const bytes = Buffer.concat(waiting);
    if (!head) {
      head = bytes;
      format = findFormat(bytes);
    }
    if (format === 'csv') finder.read(bytes);
    else if (size > MAX_XLSX_BYTES) throw new UnreadableFile('An Excel file may have at most 60 MB. Save it as CSV.');
    await ctx.db.transaction(scope, (tx) => insertChunk(tx, scope.applicationId, importId, position, bytes));
    position += 1;
    waiting = [];
    waitingBytes = 0;
  };
  for await (const bytes of stream) {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    size += bytes.length;
    if (waitingBytes >= CHUNK_BYTES) await store();
  }
  await store();
  if (!head) throw new UnreadableFile('The file is empty.');
  const encoding = finder.found();
  const { delimiter } = format === 'csv' ? await describeCsv(head, encoding) : { delimiter: ',' };
  return { file: { format, encoding, delimiter }, size };
}
