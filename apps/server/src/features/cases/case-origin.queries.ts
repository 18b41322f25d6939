import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { CaseOrigin } from './escalation.queries.ts';

type NamedOrigin = CaseOrigin & { question: string; answer: string };

/** Finds answers that the caller may see, with the comment or answer that names the case. */
export async function findFeedbackOrigin(
  tx: Tx,
  scope: ApplicationScope,
  by: { feedback_id?: number; invitation_id?: number; answer_id?: number },
): Promise<NamedOrigin | undefined> {
  const { rows } = await sql<NamedOrigin>`
    select f.application_id, f.id as feedback_id, null::bigint as text_id, f.survey_id, i.visit_id,
      m.location, said.question_title as question, said.answer
    from feedback f
    join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    left join hl7_messages m on m.application_id = i.application_id and m.id = i.message_id
    join lateral (
      select one.question_title, coalesce(answer_in_words(one), '') as answer from feedback_answers one
      where one.application_id = f.application_id and one.feedback_id = f.id
      order by one.id is not distinct from ${by.answer_id ?? null}::bigint desc, one.text is null, one.value nulls last, one.id limit 1) said on true
    where f.application_id = ${scope.applicationId} and ${isAnswered(by)} and ${isInWards(scope, 'm.location')}`.execute(
    tx,
  );
  return rows[0];
}

function isAnswered(by: { feedback_id?: number; invitation_id?: number; answer_id?: number }) {
  if (by.feedback_id !== undefined) return sql<boolean>`f.id = ${by.feedback_id}`;
  if (by.invitation_id !== undefined) return sql<boolean>`f.invitation_id = ${by.invitation_id}`;
  return sql<boolean>`f.id = (
    select feedback_id from feedback_answers where application_id = f.application_id and id = ${by.answer_id ?? null})`;
}

export async function findTextOrigin(
  tx: Tx,
  scope: ApplicationScope,
  textId: number,
): Promise<NamedOrigin | undefined> {
  const { rows } = await sql<NamedOrigin>`
    select x.application_id, null::bigint as feedback_id, x.id as text_id,
      case when exists (
        select from department_escalations e where e.application_id = x.application_id and e.survey_id = d.survey_id)
        then d.survey_id end as survey_id,
      x.visit_id, x.location, coalesce(x.subject, '') as question, x.text as answer
    from inbound_texts x
    left join deliveries d on d.application_id = x.application_id and d.id = x.delivery_id
    where x.application_id = ${scope.applicationId} and x.id = ${textId} and (${isInWards(scope, 'x.location')} or exists (
      select from inbox_items told
      where told.application_id = x.application_id and told.text_id = x.id and told.user_id = ${scope.userId}))`.execute(
    tx,
  );
  return rows[0];
}

export async function isDepartment(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('departments')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the case that these answers or this text opened in the department. */
export async function findCaseOf(tx: Tx, origin: CaseOrigin, departmentId: number | null): Promise<number> {
  const { id } = await tx
    .selectFrom('cases')
    .select('id')
    .where('application_id', '=', origin.application_id)
    .where('feedback_id', 'is not distinct from', origin.feedback_id)
    .where('text_id', 'is not distinct from', origin.text_id)
    .where('department_id', 'is not distinct from', departmentId)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns the department that handles a text: one that has escalations for the survey that the text answers, else the
 * first that has any; undefined when none has.
 */
export async function findDepartmentFor(
  tx: Tx,
  applicationId: number,
  surveyId: number | null,
): Promise<{ department_id: number; survey_id: number } | undefined> {
  return tx
    .selectFrom('department_escalations')
    .select(['department_id', 'survey_id'])
    .where('application_id', '=', applicationId)
    .orderBy(sql`survey_id is not distinct from ${surveyId}`, 'desc')
    .orderBy('sort_order')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}
