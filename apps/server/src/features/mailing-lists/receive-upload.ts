import type { MultipartFile } from '@fastify/multipart';
import { contactImports } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { Conflict, Invalid, RequestError } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  beginUpload,
  deleteImport,
  insertChunk,
  isImportRunning,
  updateImport,
  type StoredFile,
} from './imports.queries.ts';
import { lockStatic } from './lock-static.ts';
import { matchColumns } from './match-columns.ts';
import { createEncodingFinder, describeCsv, findFormat, readPreview, readRows, UnreadableFile } from './read-import.ts';

const CHUNK_BYTES = 256 * 1024;
const MOST_CSV_BYTES = 1024 * 1024 * 1024;
/** Its texts are held in memory. */
const MOST_XLSX_BYTES = 60 * 1024 * 1024;
const FOREIGN_KEY_VIOLATION = '23503';

/** Takes the file to the database as it comes, looks at its first rows, and returns the import, which waits. */
export async function receiveUpload(
  house: Context,
  scope: Scope,
  listId: number,
  request: FastifyRequest,
  { mustMatch }: { mustMatch: boolean },
): Promise<number> {
  await house.db.transaction(scope, (tx) => lockStatic(tx, scope, listId));
  if (!request.isMultipart())
    throw new RequestError(415, 'Send the file as multipart/form-data, in a field named file.');
  const part = await request.file({ limits: { fileSize: MOST_CSV_BYTES, files: 1 } });
  if (!part) throw new Invalid({ file: ['Choose a file.'] });
  try {
    return await takePart(house, scope, listId, part, mustMatch);
  } finally {
    // A sender hears no answer before all of the file is read.
    part.file.resume();
  }
}

async function takePart(
  house: Context,
  scope: Scope,
  listId: number,
  part: MultipartFile,
  mustMatch: boolean,
): Promise<number> {
  const applicationId = scope.applicationId as number;
  const id = await house.db.transaction(scope, async (tx) => {
    await lockStatic(tx, scope, listId);
    if (await isImportRunning(tx, applicationId, listId))
      throw new Conflict('An import into this list is running. Wait for it, or stop it first.');
    return beginUpload(tx, scope, listId, part.filename.slice(0, 200), house.clock());
  });
  try {
    const { file, size } = await storeFile(house, scope, id, part.file);
    if (part.file.truncated) throw new RequestError(413, 'The file is larger than 1 GB. Send it in parts.');
    const preview = await readPreview(readRows(house.db, applicationId, id, file));
    const columns = matchColumns(preview.header);
    if (mustMatch && !contactImports.hasIdentity(columns))
      throw new UnreadableFile(
        'No column of the first row is called e-mail, phone or external id. Name one so, or choose the columns yourself.',
      );
    await house.db.transaction(scope, (tx) =>
      updateImport(tx, applicationId, id, { state: 'uploaded', ...file, size_bytes: size, columns, preview }),
    );
    return id;
  } catch (error) {
    await house.db.transaction(scope, (tx) => deleteImport(tx, applicationId, id));
    if (error instanceof UnreadableFile) throw new Invalid({ file: [error.message] }, error.message);
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION)
      throw new Conflict('Another file was sent to this list meanwhile.');
    throw error;
  }
}

async function storeFile(
  house: Context,
  scope: Scope,
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
    if (format === 'csv') finder.look(bytes);
    else if (size > MOST_XLSX_BYTES) throw new UnreadableFile('An Excel file may have 60 MB. Save it as CSV.');
    await house.db.transaction(scope, (tx) =>
      insertChunk(tx, scope.applicationId as number, importId, position, bytes),
    );
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
