import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface EscalatingOption {
  survey_id: number;
  survey_title: string;
  survey_active: boolean;
  question: string;
  option: string;
  department_id: number | null;
  department_title: string | null;
}

/** Lists every option that opens a case, by survey and in the order of the questions. */
export async function listEscalatingOptions(tx: Tx, applicationId: number): Promise<EscalatingOption[]> {
  const { rows } = await sql<EscalatingOption>`
    select s.id as survey_id, s.title as survey_title, s.active as survey_active, q.title as question, o.title as option,
      d.id as department_id, d.title as department_title
    from surveys s
    join questions q on q.application_id = s.application_id and q.survey_id = s.id
    join question_options qo on qo.application_id = q.application_id and qo.question_id = q.id
    join options o on o.application_id = qo.application_id and o.id = qo.option_id
    left join categories c on c.application_id = q.application_id and c.id = q.category_id
    left join departments d on d.application_id = c.application_id and d.id = c.department_id and d.deleted_at is null
    where s.application_id = ${applicationId} and o.escalate
    order by lower(s.title), s.id, q.sort_order, q.id, qo.sort_order, o.id`.execute(tx);
  return rows;
}

/** Returns the wards to which these people are limited in the application. */
export async function listSeatWards(
  tx: Tx,
  applicationId: number,
  userIds: readonly number[],
): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ user_id: number; locations: string[] }>`
    select user_id, locations from application_users
    where application_id = ${applicationId} and user_id = any(${[...userIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ user_id, locations }) => [user_id, locations]));
}
