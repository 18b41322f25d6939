import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { FeedbackAnswers } from '../../platform/db/schema.gen.ts';
import { answeredAt } from '../invitations/index.ts';
import type { CheckedAnswer } from './check-answers.ts';
import type { GivenAnswer } from './given-answers.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** An invitation with its survey and the texts of the hospital for the page's header. */
export interface FoundInvitation {
  id: number;
  application_id: number;
  survey_id: number;
  language: string;
  expires_at: Date;
  answered_at: Date | null;
  withdrawn_at: Date | null;
  draft: GivenAnswer[] | null;
  /** The wording of the survey that the draft answers. */
  draft_revision: number | null;
  hospital_title: string;
  hospital_logo: string | null;
}

/** Needs a transaction that sees all applications, because a token does not name its application. */
export async function findInvitationByToken(tx: Tx, tokenHash: Buffer): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.id, i.application_id, i.survey_id, i.language, i.expires_at, ${answeredAt} as answered_at, i.withdrawn_at, i.draft, i.draft_revision,
      a.title as hospital_title, a.logo as hospital_logo
    from invitations i join applications a on a.id = i.application_id
    where i.token_hash = ${tokenHash}`.execute(tx);
  return rows[0];
}

export interface LockedInvitation {
  id: number;
  survey_id: number;
  language: string;
  visit_id: number | null;
  /** Who was asked; both null for somebody unknown. */
  patient_id: number | null;
  contact_id: number | null;
  /** The ward of the patient when the survey was offered, or the ward of the kiosk. */
  location: string | null;
  expires_at: Date;
  answered_at: Date | null;
  withdrawn_at: Date | null;
}

/** Locks the invitation. A second caller waits, and then sees the result of the first. */
export async function lockInvitation(tx: Tx, applicationId: number, id: number): Promise<LockedInvitation> {
  await sql`
    select from deliveries where application_id = ${applicationId} and invitation_id = ${id} order by id for update`.execute(
    tx,
  );
  const { rows } = await sql<LockedInvitation>`
    select i.id, i.survey_id, i.language, i.visit_id, i.patient_id, i.contact_id, coalesce(m.location, v.location, k.location) as location,
      i.expires_at, ${answeredAt} as answered_at, i.withdrawn_at
    from invitations i
    left join hl7_messages m on m.id = i.message_id
    left join visits v on v.application_id = i.application_id and v.id = i.visit_id
    left join kiosks k on k.application_id = i.application_id and k.id = i.kiosk_id
    where i.application_id = ${applicationId} and i.id = ${id}
    for update of i`.execute(tx);
  return onlyRow(rows);
}

interface NewFeedback {
  survey_id: number;
  invitation_id: number;
  department_id: number | null;
  location: string | null;
  language: string;
  score: number | null;
  submitted_at: Date;
}

/** Returns undefined when the invitation was answered before: a unique index allows one answer. */
export async function insertFeedback(
  tx: Tx,
  applicationId: number,
  record: NewFeedback,
  answers: readonly CheckedAnswer[],
): Promise<number | undefined> {
  const stored = await tx
    .insertInto('feedback')
    .values({ ...record, application_id: applicationId })
    .onConflict((conflict) => conflict.column('invitation_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return undefined;
  const rows = answers.flatMap((answer) => answerRows(answer, applicationId, stored.id));
  if (rows.length > 0) await tx.insertInto('feedback_answers').values(rows).execute();
  return stored.id;
}

/** Makes one row per chosen option, or one for what was entered, in the survey's default language, which staff read. */
function answerRows(
  { question, options, text, harm, number, day, consent }: CheckedAnswer,
  applicationId: number,
  feedbackId: number,
): Insertable<FeedbackAnswers>[] {
  const asked = {
    application_id: applicationId,
    feedback_id: feedbackId,
    question_id: question.id,
    category_title: question.category.standard_title,
    question_title: question.standard_title,
    question_type: question.type_of,
  };
  if (number !== null) return [{ ...asked, number, unit: question.standard_unit }];
  if (options.length === 0) return [{ ...asked, text, escalate: harm, day }];
  // Results count a person with the first row of a question, so options with a value come before those without.
  const counting = options.filter(({ value }) => value !== null);
  const others = options.filter(({ value }) => value === null);
  return [...counting, ...others].map(({ id, standard_title, value, escalate }, place) => ({
    ...asked,
    repeats: place > 0,
    option_id: id,
    option_title: standard_title,
    value,
    escalate,
    ...(consent ? { statement: consent.text, statement_language: consent.language, agrees: consent.agrees } : {}),
  }));
}

/**
 * Returns null for a department of another application and for a deleted one, because a wrong tag in a link is no reason to lose
 * an answer.
 */
export async function findDepartment(tx: Tx, applicationId: number, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const found = await tx
    .selectFrom('departments')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.id ?? null;
}
