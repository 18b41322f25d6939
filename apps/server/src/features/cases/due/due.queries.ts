import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { onlyRow } from '../../../platform/db/only-row.ts';
import type { CaseLimits } from './due-time-of.ts';
import type { SeverityFacts } from './severity-of.ts';

interface Origin {
  application_id: number;
  feedback_id: number | null;
  text_id: number | null;
}

/** Returns what decides how severe a case from these answers or this text is. */
export async function getSeverityFacts(tx: Tx, { application_id, feedback_id, text_id }: Origin) {
  const { rows } = await sql<SeverityFacts>`
    select coalesce((select harm from inbound_texts where application_id = a.id and id = ${text_id}), false)
        or exists (
          select from feedback_answers
          where application_id = a.id and feedback_id = ${feedback_id} and escalate and question_type = 'text') as harm,
      (select score from feedback where application_id = a.id and id = ${feedback_id}) as score,
      exists (
        select from feedback_answers
        where application_id = a.id and feedback_id = ${feedback_id} and escalate and value = 0) as worst_answer
    from applications a where a.id = ${application_id}`.execute(tx);
  return onlyRow(rows);
}

export async function getCaseLimits(tx: Tx, applicationId: number): Promise<CaseLimits> {
  return tx
    .selectFrom('applications')
    .select(['time_zone', 'working_hours', 'case_hours_urgent', 'case_hours_high', 'case_hours_normal'])
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
}
