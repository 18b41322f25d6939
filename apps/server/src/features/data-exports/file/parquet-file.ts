import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { sql, type RawBuilder } from 'kysely';
import type { Column } from './columns.ts';
import type { FileRow, RowFile, WriteBytes } from './row-file.ts';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** Rows that are in memory at once. Readers skip whole groups by their smallest and largest values. */
const GROUP_ROWS = 50_000;
/** Texts of a column that are known again. What people wrote seldom repeats. */
const MAX_KNOWN_TEXTS = 2_000;

/** Apache Parquet, in groups of rows that are compressed with Snappy. Texts that repeat are stored once in a group. */
export function openParquetFile(columns: readonly Column[], write: WriteBytes): RowFile {
  const bytes = new ByteWriter(1024 * 1024);
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(toElement)],
    createdBy: 'Wardvoice',
  });
  let data = columns.map(() => newColumn());
  let count = 0;

  async function flush(): Promise<void> {
    await write(bytes.getBytes());
    bytes.index = 0;
  }
  async function writeGroup(): Promise<void> {
    if (count === 0) return;
    const columnData = columns.map(({ name, type }, place) => ({
      name,
      data: data[place]?.values ?? [],
      offsetIndex: false,
      // Nobody looks for a range of texts, and comparing them takes long.
      statistics: type !== 'text',
    }));
    await file.write({ columnData, rowGroupSize: count });
    data = columns.map(() => newColumn());
    count = 0;
    await flush();
  }
  return {
    selection: sql.join(columns.map((column) => sql`${asStored(column)} as ${sql.id(column.name)}`)),
    async write(rows) {
      for (const [place, { name, type }] of columns.entries()) data[place]?.add(rows, name, type);
      count += rows.length;
      if (count >= GROUP_ROWS) await writeGroup();
    },
    async finish() {
      await writeGroup();
      await file.finish();
      await flush();
    },
  };
}

/** Values of a column. Equal texts are kept once, because each row that comes from the database has texts of its own. */
function newColumn() {
  const values: unknown[] = [];
  const texts = new Map<string, string>();
  const one = (value: string): string => {
    const known = texts.get(value);
    if (known === undefined && texts.size < MAX_KNOWN_TEXTS) texts.set(value, value);
    return known ?? value;
  };
  return {
    values,
    add(rows: readonly FileRow[], name: string, type: Column['type']) {
      for (const { [name]: value } of rows)
        if (typeof value === 'string') values.push(one(value));
        else values.push(typeof value === 'number' && type === 'bigint' ? BigInt(value) : value);
    },
  };
}

/** SQL: a value as the file stores it. A time is a number of milliseconds, and a day a number of days, since 1970. */
function asStored({ name, type }: Column): RawBuilder<unknown> {
  const value = sql`r.${sql.id(name)}`;
  if (type === 'timestamp with time zone') return sql`(extract(epoch from ${value}) * 1000)::bigint`;
  if (type === 'date') return sql`${value} - date '1970-01-01'`;
  return type === 'text[]' ? sql`array_to_string(${value}, ', ')` : value;
}

function toElement({ name, type }: Column): SchemaElement {
  const of = (element: Omit<SchemaElement, 'name'>): SchemaElement => ({
    name,
    repetition_type: 'OPTIONAL',
    ...element,
  });
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined)
    return of({ type: 'INT64', converted_type: 'DECIMAL', precision: Number(precision), scale: Number(scale) });
  switch (type) {
    case 'bigint':
      return of({ type: 'INT64' });
    case 'integer':
      return of({ type: 'INT32' });
    case 'boolean':
      return of({ type: 'BOOLEAN' });
    case 'date':
      return of({ type: 'INT32', converted_type: 'DATE' });
    case 'timestamp with time zone':
      return of({
        type: 'INT64',
        converted_type: 'TIMESTAMP_MILLIS',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
      });
    case 'text':
    case 'text[]':
    default:
      return of({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
  }
}
