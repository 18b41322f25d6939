import type { dataExports } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** A column of a file, with its type in the database. */
export interface Column {
  name: string;
  type:
    'bigint' | 'integer' | 'boolean' | 'text' | 'text[]' | 'date' | 'timestamp with time zone' | `numeric(${string})`;
}

/** Says whether the answered surveys of a row's ward and month are too few to publish. */
export const SMALL_GROUP: Column = { name: 'small_group', type: 'boolean' };

/** Whether rows of a subject belong to a group of a survey, ward and month. */
export const hasGroups = (subject: dataExports.ExportSubject): boolean =>
  subject === 'answers' || subject === 'feedback' || subject === 'scores';

/** Reads the columns of a view of the schema `report`, which is where they are defined. */
export async function readColumns(tx: Tx, subject: dataExports.ExportSubject): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${`report.${subject}`}::regclass and attnum > 0 and not attisdropped
    order by attnum`.execute(tx);
  return hasGroups(subject) ? [...rows, SMALL_GROUP] : rows;
}
