import { surveys } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { findDeletionRefusal } from '../surveys/index.ts';

/** Why nobody can answer a survey. */
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

/** The error texts for a person who uses such a survey. */
export const UNANSWERABLE_TEXTS: Record<Unanswerable, string> = {
  missing: 'This survey does not exist.',
  off: 'This survey is switched off, so nobody could answer it. Switch it on, or choose another.',
  empty: 'This survey has no questions, so nobody could answer it. Add one, or choose another.',
};

/** Links are open for a year at most. */
const LINK_DAYS = 366;

/** Counts people who were sent a link to the survey that is still open, up to a limit; those of one trigger where it is given. */
export async function countOpenLinks(
  tx: Tx,
  applicationId: number,
  { surveyId, triggerId, now }: { surveyId: number; triggerId?: number; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from invitations i
      where i.application_id = ${applicationId} and i.survey_id = ${surveyId} and i.created_at > ${now}::timestamptz - make_interval(days => ${LINK_DAYS})
        and i.answered_at is null and i.withdrawn_at is null and i.expires_at > ${now}
        and i.asking in ('sending', 'sent', 'delivered')
        and ${triggerId === undefined ? sql`true` : sql`i.trigger_id = ${triggerId}`}
      order by i.created_at desc
      limit ${surveys.MAX_COUNTED_LINKS}) open_links`.execute(tx);
  return onlyRow(rows).count;
}

/** Lists what uses a survey. The gate would refuse its deliveries once the survey is switched off. */
export async function listSurveyUses(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  now: Date,
): Promise<surveys.SurveyUses> {
  const unanswered = await countOpenLinks(tx, applicationId, { surveyId, now });
  const deletion_refusal = await findDeletionRefusal(tx, applicationId, surveyId);
  const { rows } = await sql<Omit<surveys.SurveyUses, 'unanswered' | 'deletion_refusal'>>`
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
      array(
        select distinct l.name from broadcasts b
        join mailing_lists l on l.application_id = b.application_id and l.id = b.sendable_id
        where b.application_id = ${applicationId} and b.survey_id = ${surveyId} and b.deleted_at is null
          and (b.state in ('running', 'paused') or b.state = 'scheduled' and b.next_run_at is not null)
        order by l.name) as mailing_lists,
      array(
        select k.label from kiosks k
        where k.application_id = ${applicationId} and k.survey_id = ${surveyId} and k.ended_at is null and k.expires_at > ${now}
        order by k.label) as kiosk_labels,
      (select count(*) from kiosks k
        where k.application_id = ${applicationId} and k.survey_id = ${surveyId} and k.ended_at is null and k.expires_at > ${now}) as kiosks,
      array(
        select w.title from pathways w
        where w.application_id = ${applicationId} and w.active and exists (
          select from pathway_steps s
          where s.application_id = ${applicationId} and s.survey_id = ${surveyId} and s.pathway_id = w.id)
        order by lower(w.title)) as pathways,
      exists (
        select from applications a where a.id = ${applicationId} and a.de_escalation_survey_id = ${surveyId}) as after_cases,
      (select count(*) from deliveries d
        where d.application_id = ${applicationId} and d.survey_id = ${surveyId} and d.state = 'scheduled') as scheduled,
      (select count(*) from deliveries d
        where d.application_id = ${applicationId} and d.survey_id = ${surveyId} and d.state = 'scheduled'
          and d.reminder > 0) as reminders,
      (select count(*) from cases c
        where c.application_id = ${applicationId} and c.survey_id = ${surveyId} and c.state <> 'closed') as open_cases`.execute(
    tx,
  );
  const uses = onlyRow(rows);
  const planned = uses.pathways.length > 0 ? 'A pathway asks this survey. Change or delete the pathway first.' : null;
  return { ...uses, unanswered, deletion_refusal: deletion_refusal ?? planned };
}
