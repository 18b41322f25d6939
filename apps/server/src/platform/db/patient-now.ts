import { sql, type RawBuilder } from 'kysely';

/** SQL: the id of the patient whom a row of `patients` stands for now: its own, or that of the one it was merged into. */
export const patientNow = (alias: string): RawBuilder<number> => firstOf(`${alias}.merged_into_id`, `${alias}.id`);

/**
 * SQL: the first of two ids that there is, to join by. It is `case` and not `coalesce`, which PostgreSQL does not count as leakproof:
 * joined by that, all patients are read under row-level security.
 */
export const firstOf = (one: string, other: string): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(one)} is null then ${sql.ref(other)} else ${sql.ref(one)} end`;
