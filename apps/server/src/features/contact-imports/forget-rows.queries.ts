import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A file whose upload was not continued for so long was abandoned. */
const ABANDONED_AFTER = sql`interval '1 hour'`;

/** Returns whether a file is being imported now: it might bring a person back who is being erased. */
export async function isAnyImportRunning(tx: Tx, applicationId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from contact_imports
    where application_id = ${applicationId} and (
      state in ('queued', 'running') or state = 'uploading' and created_at > ${now}::timestamptz - ${ABANDONED_AFTER})
    limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Deletes what imported files say about a person: rows with an error, rows of the preview, and the name of the file.
 * Files that nobody has started to import are deleted whole, because what is in them is not known. Both functions return
 * SQL that is true for a text that names the person. Returns the number of imports and rows.
 */
export async function forgetRowsNaming(
  tx: Tx,
  applicationId: number,
  { inRow, inFileName }: Record<'inRow' | 'inFileName', (text: RawBuilder<unknown>) => RawBuilder<boolean>>,
): Promise<number> {
  const files = await sql`
    delete from contact_imports where application_id = ${applicationId} and state in ('uploading', 'uploaded')`.execute(
    tx,
  );
  const errors = await sql`
    delete from contact_import_errors where application_id = ${applicationId} and ${inRow(sql`cells::text`)}`.execute(
    tx,
  );
  const previews = await sql`
    update contact_imports i set
      file_name = case when ${inFileName(sql`i.file_name`)} then '' else i.file_name end,
      preview = jsonb_set(i.preview, '{rows}', coalesce((
        select jsonb_agg(line) from jsonb_array_elements(i.preview -> 'rows') as line
        where not ${inRow(sql`line::text`)}), '[]'))
    where i.application_id = ${applicationId} and (${inFileName(sql`i.file_name`)} or ${inRow(sql`i.preview::text`)})`.execute(
    tx,
  );
  return [files, errors, previews].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0), 0);
}
