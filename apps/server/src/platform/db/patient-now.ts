import { sql, type RawBuilder } from 'kysely';

/**
 * SQL: the id of the patient whom a row of `patients` stands for now: its own, or that of the one it was merged into. It is `case`
 * and not `coalesce`, which PostgreSQL does not count as leakproof: joined by that, all patients are read under row-level security.
 */
export const patientNow = (alias: string): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(`${alias}.merged_into_id`)} is null then ${sql.ref(`${alias}.id`)} else ${sql.ref(`${alias}.merged_into_id`)} end`;
