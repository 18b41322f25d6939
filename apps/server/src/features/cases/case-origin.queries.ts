import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { requireApplication, type Scope } from '../../platform/scope.ts';
import type { CaseOrigin } from './escalation.queries.ts';

type NamedOrigin = CaseOrigin & { question: string; answer: string };

/** Answers that the caller may see, with the comment or answer that a case of theirs is named after. */
export async function findFeedbackOrigin(
  tx: Tx,
  scope: Scope,
  feedbackId: number | undefined,
): Promise<NamedOrigin | undefined> {
  const { rows } = await sql<NamedOrigin>`
    select f.application_id, f.id as feedback_id, null::bigint as text_id, f.survey_id, i.visit_id,
      m.location, said.question_title as question, coalesce(said.text, said.option_title, '') as answer
    from feedback f
    join invitations i on i.application_id = f.application_id and i.id = f.invitation_id
    left join hl7_messages m on m.application_id = i.application_id and m.id = i.message_id
    join lateral (
      select one.question_title, one.text, one.option_title from feedback_answers one
      where one.application_id = f.application_id and one.feedback_id = f.id
      order by one.text is null, one.value nulls last, one.id limit 1) said on true
    where f.application_id = ${requireApplication(scope)} and f.id = ${feedbackId ?? null} and ${inWards(scope, 'm')}`.execute(
    tx,
  );
  return rows[0];
}

export async function findTextOrigin(tx: Tx, scope: Scope, textId: number): Promise<NamedOrigin | undefined> {
  const { rows } = await sql<NamedOrigin>`
    select x.application_id, null::bigint as feedback_id, x.id as text_id,
      case when exists (
        select from department_escalations e where e.application_id = x.application_id and e.survey_id = d.survey_id)
        then d.survey_id end as survey_id,
      x.visit_id, x.location, coalesce(x.subject, '') as question, x.text as answer
    from inbound_texts x
    left join deliveries d on d.application_id = x.application_id and d.id = x.delivery_id
    where x.application_id = ${requireApplication(scope)} and x.id = ${textId} and (${inWards(scope, 'x')} or exists (
      select from inbox_items told
      where told.application_id = x.application_id and told.text_id = x.id and told.user_id = ${scope.userId}))`.execute(
    tx,
  );
  return rows[0];
}

const inWards = ({ locations }: Scope, table: string) =>
  locations.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(`${table}.location`)} = any(${locations}::text[])`;

export async function isDepartment(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('departments')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** The case that these answers or this text opened in the department. */
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
 * Whose help a text calls for: the department set for the survey that it answers, else the first one set in the
 * application; null when there is none.
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
