import type { QueryOf, results } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import { seeingEveryWard, type Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { Counted } from './small-groups.ts';
import { onlyRow } from '../../platform/db/only-row.ts';

type Filters = Omit<QueryOf<typeof results.getResults>, 'by'> & {
  /** Number of days up to the last, where no first one is given. */
  days?: number;
};

export interface Frame {
  applicationId: number;
  /** null: all surveys. */
  surveyId: number | null;
  /** Days by the hospital's calendar. */
  from: string;
  to: string;
  timeZone: string;
  filters: Filters;
  /** Wards that the caller may see; empty for all. */
  locations: readonly string[];
}

const STANDARD_DAYS = 90;

export async function readFrame(
  tx: Tx,
  scope: ApplicationScope,
  surveyId: number | null,
  filters: Filters,
  now: Date,
): Promise<Frame> {
  const { applicationId } = scope;
  const { rows } = await sql<{ time_zone: string; today: string; start: string }>`
    select time_zone, to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD') as today,
      to_char(coalesce(${filters.to ?? null}::date, (${now}::timestamptz at time zone time_zone)::date)
        - ${(filters.days ?? STANDARD_DAYS) - 1}::int, 'YYYY-MM-DD') as start
    from applications where id = ${applicationId}`.execute(tx);
  const { time_zone: timeZone, today, start } = onlyRow(rows);
  const { from = start, to = today } = filters;
  return { applicationId, surveyId, from, to, timeZone, filters, locations: scope.locations };
}

const isOfSurvey = (column: RawBuilder<unknown>, { surveyId }: Frame) =>
  surveyId === null ? sql`true` : sql`${column} = ${surveyId}`;

export const startInstant = ({ from, timeZone }: Frame) =>
  sql`(${from}::date::timestamp at time zone ${timeZone}::text)`;
export const endInstant = ({ to, timeZone }: Frame) =>
  sql`((${to}::date + 1)::timestamp at time zone ${timeZone}::text)`;

export const inWards = (column: RawBuilder<unknown>, { filters: { location }, locations }: Frame) => sql<boolean>`
  (${locations.length === 0 ? sql`true` : sql`${column} = any(${locations}::text[])`}
    and ${location === undefined ? sql`true` : sql`${column} = ${location}`})`;

/** SQL: the feedback that the figures are about, as `f`. */
export function feedbackOf(frame: Frame) {
  const { applicationId, filters } = frame;
  const { department_id, language } = filters;
  return sql`
    select f.id, f.survey_id, f.invitation_id, f.location, f.department_id, f.language, f.score, f.submitted_at
    from feedback f
    where f.application_id = ${applicationId} and ${isOfSurvey(sql`f.survey_id`, frame)}
      and f.submitted_at >= ${startInstant(frame)} and f.submitted_at < ${endInstant(frame)}
      and ${inWards(sql`f.location`, frame)}
      and ${department_id === undefined ? sql`true` : sql`f.department_id = ${department_id}`}
      and ${language === undefined ? sql`true` : sql`f.language = ${language}`}`;
}

/** SQL: the figures of the feedback `f` of one group, as sums. */
export const COUNTED = sql`
  count(*) as answered, count(score) as scored, coalesce(sum(score), 0) as score_sum,
  count(*) filter (where score > 50) as satisfied`;

export interface GroupRow extends Counted {
  kind: 'total' | 'period' | 'ward' | 'department' | 'language';
}

/** Returns the totals and all groups of feedback in one pass. Feedback with the same values is added up first. */
export async function listGroups(tx: Tx, frame: Frame, by: 'week' | 'month'): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    with pieces as (
      select date_trunc(${by}, submitted_at at time zone ${frame.timeZone}::text) as period, location, department_id, language,
        ${COUNTED}
      from (${feedbackOf(frame)}) f
      group by 1, 2, 3, 4),
    counted as (
      select
        case grouping(period, location, department_id, language)
          when 15 then 'total' when 7 then 'period' when 11 then 'ward' when 13 then 'department' else 'language' end as kind,
        to_char(period, 'YYYY-MM-DD') as period, location, department_id, language,
        coalesce(sum(answered), 0) as answered, coalesce(sum(scored), 0) as scored, coalesce(sum(score_sum), 0) as score_sum,
        coalesce(sum(satisfied), 0) as satisfied
      from pieces
      group by grouping sets ((), (period), (location), (department_id), (language)))
    select kind, answered, scored, score_sum, satisfied,
      coalesce(case kind when 'period' then period when 'ward' then location when 'language' then language
        when 'department' then (
          select d.title from departments d where d.application_id = ${frame.applicationId} and d.id = counted.department_id)
        end, '') as title
    from counted order by title`.execute(tx);
  return rows;
}

/** An option chosen in a question, in one wording of both. A text answer has no option. */
export interface AnswerRow {
  question_id: number;
  title: string;
  type_of: string | null;
  category: string | null;
  option_title: string | null;
  value: number | null;
  count: number;
  /** A person who chose several options of the question is counted with the first of them. */
  people: number;
}

/** Counts the answers in one pass over an index. Their texts are looked up once for each wording. */
export async function listAnswers(tx: Tx, frame: Frame): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    with counted as (
      select min(a.id) as id, count(*) as count, count(*) filter (where not a.repeats) as people
      from (${feedbackOf(frame)}) f
      join feedback_answers a on a.application_id = ${frame.applicationId} and a.feedback_id = f.id
      group by a.wording)
    select a.question_id, a.question_title as title, a.question_type as type_of, a.category_title as category, a.option_title,
      a.value, counted.count, counted.people
    from counted
    join feedback_answers a on a.application_id = ${frame.applicationId} and a.id = counted.id
    left join questions q on q.application_id = ${frame.applicationId} and q.id = a.question_id
    left join question_options o
      on o.application_id = ${frame.applicationId} and o.question_id = a.question_id and o.option_id = a.option_id
    order by q.sort_order nulls last, a.question_id, title, a.value desc nulls last, o.sort_order nulls last, a.option_title`.execute(
    tx,
  );
  return rows;
}

/** People who got a survey in this period, and how many of them answered. */
export interface Asked {
  survey_id: number;
  sent: number;
  answered: number;
}

export async function countAsked(tx: Tx, frame: Frame): Promise<Pick<Asked, 'sent' | 'answered'>> {
  const [asked] = await listAsked(tx, frame);
  return asked ?? { sent: 0, answered: 0 };
}

/**
 * SQL: the invitations that asked somebody in the frame, as `i`. Their ward is looked up where the frame is of wards, or where it is
 * asked for: that of the message, which row-level security would hide where the patient has come from another ward since. What counts
 * them runs in `seeingEveryWard`.
 */
export function askedOf(frame: Frame, { withWard = false } = {}) {
  const { applicationId, filters } = frame;
  const isOfWards = frame.locations.length > 0 || filters.location !== undefined;
  const ward = isOfWards || withWard ? sql`coalesce(m.location, v.location)` : sql`null::text`;
  return sql`
    select i.survey_id, i.created_at, i.answered_at, i.way, i.trigger_id, i.delivery_id, ${ward} as location
    from invitations i
    ${isOfWards || withWard ? sql`left join hl7_messages m on m.id = i.message_id left join visits v on v.id = i.visit_id` : sql``}
    where i.application_id = ${applicationId} and ${isOfSurvey(sql`i.survey_id`, frame)}
      and i.created_at >= ${startInstant(frame)} and i.created_at < ${endInstant(frame)}
      and ${isOfWards ? inWards(ward, frame) : sql`true`}
      and ${filters.language === undefined ? sql`true` : sql`i.language = ${filters.language}`}
      and i.asked_at is not null`;
}

/** Counts them for each survey of the frame that anybody got. */
export async function listAsked(tx: Tx, frame: Frame): Promise<Asked[]> {
  const query = sql<Asked>`
    select survey_id, count(*) as sent, count(answered_at) as answered
    from (${askedOf(frame)}) i
    group by survey_id`;
  const { rows } = await seeingEveryWard(tx, () => query.execute(tx));
  return rows;
}

/** Counts up to `most`, which is enough to know whether there are that many. */
export async function countAnswers(tx: Tx, frame: Frame, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${feedbackOf(frame)} limit ${most}) f`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** `withNames` is false for who may not see who answered: they read what was written without names. */
export function listComments(tx: Tx, frame: Frame, withNames: boolean, paging: Parameters<typeof fetchPage>[2]) {
  const query = tx
    .selectFrom(sql<{ id: number; language: string; submitted_at: Date }>`(${feedbackOf(frame)})`.as('f'))
    .innerJoin('feedback_answers as a', (join) =>
      join.onRef('a.feedback_id', '=', 'f.id').on('a.application_id', '=', frame.applicationId),
    )
    .leftJoin('masked_comments as m', (join) =>
      join.onRef('m.answer_id', '=', 'a.id').on('m.application_id', '=', frame.applicationId),
    )
    .select(['a.id', 'a.feedback_id', 'a.question_title as question', 'f.language'])
    .select([sql<string>`${withNames ? sql`a.text` : sql`m.text`}`.as('text'), sql<string>`f.submitted_at`.as('at')])
    .where('a.text', 'is not', null)
    .$if(!withNames, (named) => named.where('m.text', 'is not', null))
    .orderBy('f.submitted_at', 'desc')
    .orderBy('a.id', 'desc');
  return fetchPage(tx, query, paging);
}
