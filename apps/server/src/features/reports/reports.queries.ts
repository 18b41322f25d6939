import type { reports } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { askedOf, feedbackOf, type Counted, type Frame } from '../results/index.ts';
import type { Sample } from './statistics/welch.ts';

type Interval = reports.TrendReport['interval'];

/** Returns the survey with most answers in the frame; null when there are none. */
export async function findMostAnswered(tx: Tx, frame: Frame): Promise<number | null> {
  const { rows } = await sql<{ survey_id: number }>`
    select survey_id from (${feedbackOf({ ...frame, surveyId: null })}) f
    group by survey_id order by count(*) desc, survey_id limit 1`.execute(tx);
  return rows[0]?.survey_id ?? null;
}

/** Lists the languages that answers of the frame are in, whichever language is chosen. */
export async function listAnsweringLanguages(tx: Tx, frame: Frame): Promise<string[]> {
  const { language: _language, ...filters } = frame.filters;
  const { rows } = await sql<{ language: string }>`
    select distinct language from (${feedbackOf({ ...frame, filters })}) f order by language`.execute(tx);
  return rows.map(({ language }) => language);
}

/**
 * Returns how many people recommended, by period: `scored` gave an answer, `satisfied` are promoters, and `score_sum` is promoters
 * less detractors.
 */
export async function listRecommendations(tx: Tx, frame: Frame, by: Interval): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select to_char(date_trunc(${by}, f.submitted_at at time zone ${frame.timeZone}::text), 'YYYY-MM-DD') as title,
      count(*) as answered, count(*) as scored, count(*) filter (where a.value >= 90) as satisfied,
      count(*) filter (where a.value >= 90) - count(*) filter (where a.value <= 60) as score_sum
    from (${feedbackOf(frame)}) f
    join feedback_answers a on a.application_id = ${frame.applicationId} and a.feedback_id = f.id
    where a.question_type = 'nps' and a.value is not null
    group by 1 order by 1`.execute(tx);
  return rows;
}

/**
 * Counts people of the frame's wards by messages and deliveries that may be of another ward: a patient was moved after the message, or
 * before the delivery. Row-level security would hide these; the frame limits who is counted.
 */
async function count<Row>(tx: Tx, query: RawBuilder<Row>): Promise<Row[]> {
  return (await seeingEveryWard(tx, () => query.execute(tx))).rows;
}

/** Returns how many people were asked (`scored`) and how many of them answered (`satisfied`), by period. */
export async function listAskedByPeriod(tx: Tx, frame: Frame, by: Interval): Promise<Counted[]> {
  const query = sql<Counted>`
    select to_char(date_trunc(${by}, created_at at time zone ${frame.timeZone}::text), 'YYYY-MM-DD') as title,
      count(*) as answered, count(*) as scored, count(answered_at) as satisfied, count(answered_at) as score_sum
    from (${askedOf(frame)}) i
    group by 1 order by 1`;
  return count(tx, query);
}

/** The same by ward; its title is empty where it is not known. */
export async function listAskedByWard(tx: Tx, frame: Frame): Promise<Counted[]> {
  const query = sql<Counted>`
    select coalesce(location, '') as title,
      count(*) as answered, count(*) as scored, count(answered_at) as satisfied, count(answered_at) as score_sum
    from (${askedOf(frame, { withWard: true })}) i
    group by 1 order by 1`;
  return count(tx, query);
}

/** Returns the scores of the frame as a sample. */
export async function sampleScores(tx: Tx, frame: Frame): Promise<Sample> {
  const { rows } = await sql<Sample>`
    select count(score) as count, coalesce(avg(score), 0)::float8 as mean, coalesce(var_samp(score), 0)::float8 as variance
    from (${feedbackOf(frame)}) f`.execute(tx);
  return onlyRow(rows);
}

/** Returns the recommendations of the frame as a sample of 100, 0 and -100, whose mean is the NPS. */
export async function sampleRecommendations(tx: Tx, frame: Frame): Promise<Sample> {
  const points = sql`(case when a.value >= 90 then 100 when a.value <= 60 then -100 else 0 end)`;
  const { rows } = await sql<Sample>`
    select count(*) as count, coalesce(avg(${points}), 0)::float8 as mean, coalesce(var_samp(${points}), 0)::float8 as variance
    from (${feedbackOf(frame)}) f
    join feedback_answers a on a.application_id = ${frame.applicationId} and a.feedback_id = f.id
    where a.question_type = 'nps' and a.value is not null`.execute(tx);
  return onlyRow(rows);
}

/** How many were asked or have answered in a period, by which channel and trigger. */
export interface WayRow {
  period: string;
  channel: string;
  trigger: string | null;
  count: number;
}

const CHANNEL = sql`
  coalesce(d.channel, case when i.way in ('kiosk', 'portal') then i.way when i.way in ('bedside', 'list') then 'in_person' else 'link' end)`;

export async function listWaysOfAnswers(tx: Tx, frame: Frame, by: Interval): Promise<WayRow[]> {
  const query = sql<WayRow>`
    select to_char(date_trunc(${by}, f.submitted_at at time zone ${frame.timeZone}::text), 'YYYY-MM-DD') as period,
      ${CHANNEL} as channel, i.trigger_id::text as trigger, count(*) as count
    from (${feedbackOf(frame)}) f
    join invitations i on i.application_id = ${frame.applicationId} and i.id = f.invitation_id
    left join deliveries d on d.application_id = ${frame.applicationId} and d.id = i.delivery_id
    group by 1, 2, 3 order by 1, 2, 3`;
  return count(tx, query);
}

export async function listWaysOfAsking(tx: Tx, frame: Frame, by: Interval): Promise<WayRow[]> {
  const query = sql<WayRow>`
    select to_char(date_trunc(${by}, i.created_at at time zone ${frame.timeZone}::text), 'YYYY-MM-DD') as period,
      ${CHANNEL} as channel, i.trigger_id::text as trigger, count(*) as count
    from (${askedOf(frame)}) i
    left join deliveries d on d.application_id = ${frame.applicationId} and d.id = i.delivery_id
    group by 1, 2, 3 order by 1, 2, 3`;
  return count(tx, query);
}

/** Lists the revisions of the survey that began in the frame, with their first days. */
export async function listRevisions(tx: Tx, frame: Frame): Promise<{ revision: number; day: string }[]> {
  const { rows } = await sql<{ revision: number; day: string }>`
    select revision + 1 as revision, to_char(replaced_at at time zone ${frame.timeZone}::text, 'YYYY-MM-DD') as day
    from survey_revisions
    where application_id = ${frame.applicationId} and survey_id = ${frame.surveyId}
      and (replaced_at at time zone ${frame.timeZone}::text)::date between ${frame.from}::date and ${frame.to}::date
    order by revision`.execute(tx);
  return rows;
}

export interface ThemeRow {
  tag: string;
  answered: number;
  scored: number;
  satisfied: number;
}

/** Lists the tags of the frame's answered surveys, the most frequent first. Each is counted with every tag that it has. */
export async function listThemes(tx: Tx, frame: Frame): Promise<ThemeRow[]> {
  const { rows } = await sql<ThemeRow>`
    select tag, count(*) as answered, count(f.score) as scored, count(*) filter (where f.score > 50) as satisfied
    from (${feedbackOf(frame)}) f
    join feedback tagged on tagged.application_id = ${frame.applicationId} and tagged.id = f.id
    cross join lateral unnest(tagged.tags) tag
    group by tag order by answered desc, tag`.execute(tx);
  return rows;
}

/** Returns how many answered surveys of the frame have a comment, and how many have a tag. */
export async function countCommentedAndTagged(tx: Tx, frame: Frame): Promise<{ commented: number; tagged: number }> {
  const { rows } = await sql<{ commented: number; tagged: number }>`
    select count(*) filter (where tagged.tags <> '{}') as tagged,
      count(*) filter (where exists (
        select from feedback_answers a
        where a.application_id = ${frame.applicationId} and a.feedback_id = f.id and a.text is not null)) as commented
    from (${feedbackOf(frame)}) f
    join feedback tagged on tagged.application_id = ${frame.applicationId} and tagged.id = f.id`.execute(tx);
  return onlyRow(rows);
}
