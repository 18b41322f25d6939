import type { contactImports } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { getImport, lockImport, updateImport } from './contact-imports.queries.ts';
import { importStateAfter } from './import-state.ts';
import { matchColumns } from './match-columns.ts';
import { readPreview, UnreadableFile } from './read-import.ts';

/**
 * Reads a file that waits in another encoding, with a new preview. Columns that a person has chosen stay; those whose names can be
 * read only now are added.
 */
export async function readAgain(
  ctx: Context,
  scope: ApplicationScope,
  { id, importId }: { id: number; importId: number },
  encoding: contactImports.ImportEncoding,
): Promise<void> {
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
  await ctx.db.transaction(scope, async (tx) => {
    const waiting = await lockImport(tx, scope, id, importId);
    importStateAfter('started', waiting);
    const columns = { ...namedAnew(waiting, preview.header), ...waiting.columns };
    await updateImport(tx, applicationId, importId, { encoding, preview, columns });
  });
}

/** Returns the columns whose names are others now and say what they hold, where nothing was chosen for it. */
function namedAnew(
  { preview, columns }: Pick<contactImports.ContactImport, 'columns'> & { preview: { header: string[] } },
  header: readonly string[],
): contactImports.ImportColumns {
  const taken = new Set(Object.values(columns));
  return Object.fromEntries(
    Object.entries(matchColumns(header)).filter(([, at]) => header[at] !== preview.header[at] && !taken.has(at)),
  );
}
