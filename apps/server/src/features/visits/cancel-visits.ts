import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { VISIT_LIFECYCLE } from './visit-state.ts';

const MOVES = Object.entries(VISIT_LIFECYCLE.delete_person);

/** A29: cancels all visits of the person that are not over. */
export async function cancelVisits(tx: Tx, applicationId: number, patientId: number, at: Date): Promise<void> {
  const cases = MOVES.map(([from, to]) => sql`when ${sql.lit(from)} then ${sql.lit(to)}`);
  await sql`
    update visits set state = case state ${sql.join(cases, sql` `)} end, moved_at = greatest(moved_at, ${at})
    where application_id = ${applicationId} and patient_id = ${patientId}
      and state in (${sql.join(MOVES.map(([from]) => sql.lit(from)))})`.execute(tx);
}
