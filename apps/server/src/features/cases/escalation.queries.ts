import type { cases } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Level } from '../duty/index.ts';
import { isReachable, staffColumns, type StaffRecipient } from '../users/index.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

/** An answered survey, as far as cases need it. */
export interface Answered {
  application_id: number;
  feedback_id: number;
  survey_id: number;
  visit_id: number | null;
  /** PV1-3.1 when the survey was offered. */
  location: string | null;
}

/** The answers or the text that a case is opened from. */
export interface CaseOrigin extends Omit<Answered, 'feedback_id' | 'survey_id'> {
  feedback_id: number | null;
  text_id: number | null;
  /** The survey whose escalations apply; null when those of the department apply, whatever the survey. */
  survey_id: number | null;
}

/** The department that an answer concerns; null when its category has none. */
export interface Concern {
  department_id: number | null;
  question: string;
  answer: string;
}

/** What a notice about a case needs. */
export interface CaseToTell {
  id: number;
  application_id: number;
  feedback_id: number | null;
  text_id: number | null;
  survey_id: number | null;
  department_id: number | null;
  question: string;
  answer: string;
  location: string | null;
  level: number;
  next_level_at: Date | null;
}

export const caseToTell = [
  'id',
  'application_id',
  'feedback_id',
  'text_id',
  'survey_id',
  'department_id',
  'question',
  'answer',
  'location',
  'level',
  'next_level_at',
] as const;

/** Returns undefined when these answers or this text have opened a case in this department before. */
export async function insertCase(
  tx: Tx,
  origin: CaseOrigin,
  concern: Concern,
  due: { severity: cases.CaseSeverity; due_at: Date },
  now: Date,
): Promise<CaseToTell | undefined> {
  return tx
    .insertInto('cases')
    .values({ ...origin, ...concern, ...due, created_at: now })
    .onConflict((conflict) => conflict.columns(['feedback_id', 'text_id', 'department_id']).doNothing())
    .returning(caseToTell)
    .executeTakeFirst();
}

/** Locks a case that nobody has claimed; undefined when somebody has claimed it. */
export async function lockOpenCase(tx: Tx, applicationId: number, caseId: number): Promise<CaseToTell | undefined> {
  return tx
    .selectFrom('cases')
    .select(caseToTell)
    .where('application_id', '=', applicationId)
    .where('id', '=', caseId)
    .where('state', 'in', ['new', 'reopened'])
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Lists the people of each escalation level, the first level first. People who were deactivated, have left the
 * application or can be reached neither by e-mail nor by phone are left out. A level without people stays in the list
 * as an empty one, so that the numbers of the other levels do not change; `applyDuty` says who of them hears now. Without a survey, the levels are those of the
 * first survey that the department has levels for.
 */
export async function listLevels(
  tx: Tx,
  applicationId: number,
  departmentId: number | null,
  surveyId: number | null,
): Promise<Level[]> {
  if (departmentId === null) return [];
  const { rows } = await sql<{ sort_order: number; on_duty: boolean } & (StaffRecipient | { user_id: null })>`
    select distinct e.sort_order, bool_or(e.on_duty) over (partition by e.sort_order) as on_duty, ${staffColumns}
    from department_escalations e
    left join users u on u.id = any(e.user_ids) and ${isReachable} and (u.super_user = 1 or exists (
      select from application_users au where au.application_id = e.application_id and au.user_id = u.id))
    where e.application_id = ${applicationId} and e.department_id = ${departmentId} and e.survey_id = coalesce(${surveyId}, (
      select min(first.survey_id) from department_escalations first
      where first.application_id = e.application_id and first.department_id = e.department_id))
    order by e.sort_order, user_id`.execute(tx);
  const levels = new Map<number, Level>();
  for (const { sort_order, on_duty, ...person } of rows) {
    const level = levels.get(sort_order) ?? { people: [], on_duty };
    if (person.user_id !== null) level.people.push(person);
    levels.set(sort_order, level);
  }
  return [...levels.values()];
}

/**
 * Returns the facts of a notice, without patient data. `kiosk` is set where the answers are anonymous. `round` counts
 * how often the case was reopened.
 */
export async function getNoticeFacts(
  tx: Tx,
  { id, application_id, feedback_id, survey_id, department_id }: CaseToTell,
) {
  const { rows } = await sql<{
    survey: string | null;
    department: string | null;
    kiosk: string | null;
    minutes: number;
    round: number;
  }>`
    select s.title as survey, d.title as department, a.case_escalation_minutes as minutes,
      (select k.label from feedback f
        join invitations i on i.id = f.invitation_id
        join kiosks k on k.application_id = f.application_id and k.id = i.kiosk_id
        where f.application_id = a.id and f.id = ${feedback_id}) as kiosk,
      (select count(*) from case_steps st
        where st.application_id = a.id and st.case_id = ${id} and st.action = 'reopen') as round
    from applications a
    left join surveys s on s.application_id = a.id and s.id = ${survey_id}
    left join departments d on d.application_id = a.id and d.id = ${department_id}
    where a.id = ${application_id}`.execute(tx);
  return onlyRow(rows);
}

export async function setLevel(
  tx: Tx,
  { id, application_id }: CaseToTell,
  level: number,
  nextLevelAt: Date | null,
): Promise<void> {
  await tx
    .updateTable('cases')
    .set({ level, next_level_at: nextLevelAt })
    .where('application_id', '=', application_id)
    .where('id', '=', id)
    .execute();
}
