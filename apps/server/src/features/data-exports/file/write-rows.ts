import type { dataExports } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { applicationScope } from '../../../platform/scope.ts';
import type { FileDraft } from '../../../platform/store/file-store.ts';
import type { WardGroup } from '../../results/index.ts';
import { readColumns, SMALL_GROUP, type Column } from './columns.ts';
import { openCsvFile } from './csv-file.ts';
import { openNdjsonFile } from './ndjson-file.ts';
import { openParquetFile } from './parquet-file.ts';
import type { FileRow, WriteBytes, RowFile } from './row-file.ts';

export interface RowsOrder {
  applicationId: number;
  subject: dataExports.ExportSubject;
  format: dataExports.ExportFormat;
  withComments: boolean;
  fromDay: string | null;
  toDay: string | null;
  /** Groups that are large enough to be published. */
  largeGroups: readonly WardGroup[];
}

/** The time by which days are chosen. */
const TIME_OF: Record<dataExports.ExportSubject, RawBuilder<unknown>> = {
  answers: sql`r.submitted_at`,
  feedback: sql`r.submitted_at`,
  scores: sql`r.submitted_at`,
  pathway_steps: sql`r.due_at`,
  invitations: sql`r.created_at`,
  deliveries: sql`r.created_at`,
  cases: sql`r.created_at`,
  visits: sql`coalesce(r.admitted_at, r.expected_at)`,
};

const FORMATS: Record<dataExports.ExportFormat, (columns: readonly Column[], write: WriteBytes) => RowFile> = {
  parquet: openParquetFile,
  csv: openCsvFile,
  ndjson: openNdjsonFile,
};

const ROWS_PER_READ = 5_000;

/**
 * Writes rows as they come from a cursor, which shows one state of the database from beginning to end. The next rows are asked for
 * while these are written. Returns the number of rows.
 */
export async function writeRows(
  db: Database,
  order: RowsOrder,
  draft: Pick<FileDraft, 'write'>,
  onProgress: (rows: number) => void,
): Promise<number> {
  return db.transaction(applicationScope(order.applicationId), async (tx) => {
    // All rows are read, so the plan that is the fastest to the last of them is wanted.
    await sql`select set_config('timezone', 'UTC', true), set_config('cursor_tuple_fraction', '1', true)`.execute(tx);
    const columns = await readColumns(tx, order.subject);
    const file = FORMATS[order.format](columns, draft.write);
    await sql`declare exported no scroll cursor for ${selectRows(order, columns, file.selection)}`.execute(tx);
    let count = 0;
    let next = fetchRows(tx);
    for (let rows = await next; rows.length > 0; rows = await next) {
      next = fetchRows(tx);
      // It is awaited when these rows are written; until then a refusal must not end the process.
      next.catch(() => undefined);
      await file.write(rows);
      count += rows.length;
      onProgress(count);
    }
    await file.finish();
    return count;
  });
}

async function fetchRows(tx: Tx): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`fetch ${sql.lit(ROWS_PER_READ)} from exported`.execute(tx);
  return rows;
}

/** SQL: the rows of an export. DECLARE takes no parameters, so values are written as literals. */
export function selectRows(
  order: RowsOrder,
  columns: readonly Column[],
  selection: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { applicationId, subject, fromDay, toDay } = order;
  const zone = sql`(select time_zone from applications where id = ${sql.lit(applicationId)})`;
  const at = TIME_OF[subject];
  return sql`
    select ${selection}
    from (select ${sql.join(columns.map((column) => valueOf(column, order)))} from ${sql.id('report', subject)} v) r
    where ${fromDay === null ? sql`true` : sql`${at} >= (${sql.lit(fromDay)}::date::timestamp at time zone ${zone})`}
      and ${toDay === null ? sql`true` : sql`${at} < ((${sql.lit(toDay)}::date + 1)::timestamp at time zone ${zone})`}`;
}

function valueOf({ name }: Column, { withComments, largeGroups }: RowsOrder): RawBuilder<unknown> {
  if (name === 'text' && !withComments) return sql`null::text as "text"`;
  if (name !== SMALL_GROUP.name) return sql`v.${sql.id(name)}`;
  const large = JSON.stringify(largeGroups.map(({ ward, ...group }) => ({ ...group, ward: ward ?? '' })));
  return sql`(v.survey_id, v.month, coalesce(v.ward, '')) not in (
    select survey_id, month, ward
    from jsonb_to_recordset(${sql.lit(large)}::jsonb) as large (survey_id bigint, month text, ward text)) as small_group`;
}
