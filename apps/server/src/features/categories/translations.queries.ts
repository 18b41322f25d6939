import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A text in one language. An empty text deletes the translation. */
export interface Translated {
  language: string;
  field: string;
  text: string;
}

/** Returns the column `translations` with this text set: an object by language, each an object by field. */
export function withTranslation({ language, field, text }: Translated): RawBuilder<unknown> {
  const words = sql`coalesce(translations -> ${language}, '{}')`;
  const changed =
    text === '' ? sql`${words} - ${field}::text` : sql`${words} || jsonb_build_object(${field}::text, ${text}::text)`;
  return sql`translations || jsonb_build_object(${language}::text, ${changed})`;
}

export async function translateCategory(
  tx: Tx,
  applicationId: number,
  id: number,
  translated: Translated,
): Promise<void> {
  await sql`
    update categories set translations = ${withTranslation(translated)}
    where application_id = ${applicationId} and id = ${id}`.execute(tx);
}
