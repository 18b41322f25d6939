import type { surveys } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Why a survey cannot be answered by anybody; null: it can. */
export type Unanswerable = 'missing' | 'off' | 'empty';

export async function findUnanswerable(tx: Tx, applicationId: number, surveyId: number): Promise<Unanswerable | null> {
  const { rows } = await sql<{ active: boolean; has_questions: boolean }>`
    select s.active, exists (
      select from questions q where q.application_id = s.application_id and q.survey_id = s.id) as has_questions
    from surveys s where s.application_id = ${applicationId} and s.id = ${surveyId}`.execute(tx);
  const [survey] = rows;
  if (!survey) return 'missing';
  if (!survey.active) return 'off';
  return survey.has_questions ? null : 'empty';
}

/** What a person is told who would ask with it. */
export const UNANSWERABLE_TEXTS: Record<Unanswerable, string> = {
  missing: 'This survey does not exist.',
  off: 'This survey is switched off, so nobody could answer it. Switch it on, or choose another.',
  empty: 'This survey has no questions, so nobody could answer it. Add one, or choose another.',
};

/** What goes on asking with a survey: it would be refused by the gate once the survey is switched off. */
export async function listSurveyUses(tx: Tx, applicationId: number, surveyId: number): Promise<surveys.SurveyUses> {
  const { rows } = await sql<surveys.SurveyUses>`
    select
      array(
        select t.id from triggers t
        where t.application_id = ${applicationId} and t.active and t.config ->> 'survey_id' = ${String(surveyId)}
          and t.action = 'send_survey_request'
        order by t.id) as trigger_ids,
      array(
        select b.id from broadcasts b
        where b.application_id = ${applicationId} and b.survey_id = ${surveyId} and b.deleted_at is null
          and (b.state in ('running', 'paused') or b.state = 'scheduled' and b.next_run_at is not null)
        order by b.id) as broadcast_ids,
      (select count(*) from kiosks k
        where k.application_id = ${applicationId} and k.survey_id = ${surveyId} and k.ended_at is null and k.expires_at > now()) as kiosks,
      exists (
        select from applications a where a.id = ${applicationId} and a.de_escalation_survey_id = ${surveyId}) as after_cases,
      (select count(*) from deliveries d
        where d.application_id = ${applicationId} and d.survey_id = ${surveyId} and d.state = 'scheduled') as scheduled`.execute(
    tx,
  );
  return rows[0] as surveys.SurveyUses;
}
