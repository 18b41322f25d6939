import type { reports } from '@wardvoice/contract';
import { sql } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { endInstant, feedbackOf, startInstant, type Frame } from '../results/index.ts';

export interface FftCount {
  ward: string;
  answer: (typeof reports.FFT_ANSWERS)[number];
  mode: (typeof reports.FFT_MODES)[number];
  count: number;
}

interface FftQuestion {
  id: number;
  survey_id: number;
  survey_title: string;
}

/**
 * Returns the question of the test: the first of a survey whose options have the values of its six answers, whatever they are called.
 * Without a survey in the frame, that of the survey with most answers; null when there is none.
 */
export async function findFftQuestion(tx: Tx, frame: Frame): Promise<FftQuestion | null> {
  const { rows } = await sql<FftQuestion>`
    select q.id, q.survey_id, s.title as survey_title
    from questions q
    join surveys s on s.application_id = q.application_id and s.id = q.survey_id
    where q.application_id = ${frame.applicationId} and q.type_of = 'radio'
      and (${frame.surveyId}::bigint is null or q.survey_id = ${frame.surveyId})
      and (
        select array_agg(o.value order by o.value desc nulls last) from question_options qo
        join options o on o.application_id = qo.application_id and o.id = qo.option_id
        where qo.application_id = q.application_id and qo.question_id = q.id
      ) = array[100, 75, 50, 25, 0, null]::int[]
    order by (select count(*) from (${feedbackOf(frame)}) f where f.survey_id = q.survey_id) desc, q.survey_id, q.sort_order, q.id
    limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Counts the answers to the question, by ward and by how people were reached. */
export async function listFftAnswers(tx: Tx, frame: Frame, questionId: number): Promise<FftCount[]> {
  const query = sql<FftCount>`
    select coalesce(f.location, '') as ward,
      case a.value when 100 then 'very_good' when 75 then 'good' when 50 then 'neither' when 25 then 'poor' when 0 then 'very_poor'
        else 'dont_know' end as answer,
      case when d.channel = 'sms' then 'sms' when d.channel = 'email' or i.way = 'portal' then 'online'
        when i.way in ('kiosk', 'bedside', 'list') then 'device' else 'other' end as mode,
      count(*)::int as count
    from (${feedbackOf(frame)}) f
    join feedback_answers a on a.application_id = ${frame.applicationId} and a.feedback_id = f.id and a.question_id = ${questionId}
    join invitations i on i.application_id = ${frame.applicationId} and i.id = f.invitation_id
    left join deliveries d on d.application_id = ${frame.applicationId} and d.id = i.delivery_id
    group by 1, 2, 3`;
  // The delivery may be of the ward that the patient was moved to.
  return (await seeingEveryWard(tx, () => query.execute(tx))).rows;
}

/** Counts inpatients by the ward that they were discharged from in the days of the frame. People who have died are left out. */
export async function listDischarged(tx: Tx, frame: Frame): Promise<{ ward: string; count: number }[]> {
  const { rows } = await sql<{ ward: string; count: number }>`
    select coalesce(v.location, '') as ward, count(*)::int as count
    from visits v
    join patients p on p.application_id = v.application_id and p.id = v.patient_id
    where v.application_id = ${frame.applicationId} and v.kind = 'inpatient' and v.state = 'closed' and not p.deceased
      and v.discharged_at >= ${startInstant(frame)} and v.discharged_at < ${endInstant(frame)}
    group by 1`.execute(tx);
  return rows;
}
