import { sql } from 'kysely';
import { cell, type Cell } from '../../../platform/http/csv-cell.ts';
import type { Column } from './columns.ts';
import type { RowFile, WriteBytes } from './row-file.ts';

/** RFC 4180 in UTF-8 with a byte order mark, as the lists of the API. A time is written by ISO 8601 in UTC. */
export function openCsvFile(columns: readonly Column[], write: WriteBytes): RowFile {
  const names = columns.map(({ name }) => name);
  let head = `\uFEFF${names.join(',')}\r\n`;
  const select = ({ name, type }: Column) =>
    type === 'text[]' ? sql`array_to_string(r.${sql.id(name)}, ', ') as ${sql.id(name)}` : sql`r.${sql.id(name)}`;
  return {
    selection: sql.join(columns.map(select)),
    async write(rows) {
      let text = head;
      head = '';
      // The database gives what the types of the columns say.
      for (const row of rows) text += `${names.map((name) => cell(row[name] as Cell)).join(',')}\r\n`;
      await write(Buffer.from(text));
    },
    async finish() {
      if (head) await write(Buffer.from(head));
    },
  };
}
