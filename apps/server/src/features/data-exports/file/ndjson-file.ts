import { sql } from 'kysely';
import type { Column } from './columns.ts';
import type { RowFile, WriteBytes } from './row-file.ts';

/** One JSON object a line, which the database writes. */
export function openNdjsonFile(columns: readonly Column[], write: WriteBytes): RowFile {
  const names = columns.map(({ name }) => sql`r.${sql.id(name)}`);
  return {
    selection: sql`(select row_to_json(one)::text from (select ${sql.join(names)}) one) as line`,
    async write(rows) {
      await write(Buffer.from(rows.map(({ line }) => `${String(line)}\n`).join('')));
    },
    finish: async () => undefined,
  };
}
