import type { contactImports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { getImport, lockImport, updateImport, type ImportRow } from './contact-imports.queries.ts';
import { importStateAfter } from './import-state.ts';
import { matchColumns } from './match-columns.ts';
import { readPreview, UnreadableFile } from './read-import.ts';

interface Reading {
  encoding: contactImports.ImportEncoding;
  preview: ImportRow['preview'];
}

/** Reads the first rows of a file that waits, in another encoding. Nothing is stored yet. */
export async function readAgain(
  ctx: Context,
  scope: ApplicationScope,
  { id, importId }: { id: number; importId: number },
  encoding: contactImports.ImportEncoding,
): Promise<Reading> {
  const { applicationId } = scope;
  const found = await ctx.db.reading(scope, (tx) => getImport(tx, scope, id, importId));
  importStateAfter('started', found);
  if (found.format !== 'csv')
    throw new Invalid({ encoding: ['An Excel file says itself how its letters are stored.'] });
  // Delimiters are the same bytes in all encodings to choose from.
  const file = { format: found.format, encoding, delimiter: found.delimiter ?? ',' };
  const preview = await readPreview(ctx.db, applicationId, importId, file).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? new Invalid({ encoding: [error.message] }, error.message) : error;
  });
  return { encoding, preview };
}

/** Stores how a file that waits is read now. Columns that were chosen stay; those whose names can be read only now are added. */
export async function saveReading(
  tx: Tx,
  scope: ApplicationScope,
  { id, importId }: { id: number; importId: number },
  { encoding, preview }: Reading,
): Promise<void> {
  const waiting = await lockImport(tx, scope, id, importId);
  importStateAfter('started', waiting);
  const columns = { ...namedAnew(waiting, preview.header), ...waiting.columns };
  await updateImport(tx, scope.applicationId, importId, { encoding, preview, columns });
}

/** Returns the columns whose names are others now and say what they hold, where nothing was chosen for it. */
function namedAnew(
  { preview, columns }: Pick<ImportRow, 'preview' | 'columns'>,
  header: readonly string[],
): contactImports.ImportColumns {
  const taken = new Set(Object.values(columns));
  return Object.fromEntries(
    Object.entries(matchColumns(header)).filter(([, at]) => header[at] !== preview.header[at] && !taken.has(at)),
  );
}
