import { feedbackRecords, MAX_UNPAGED, type QueryOf } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, fetchPage, isOneOf, readRowsOf, slicePage } from '../../platform/db/page.ts';
import { patientNow } from '../../platform/db/patient-now.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findFeedbackBy, type FeedbackSearch } from './find-feedback.ts';

const { UNREAD_TOO_LONG_HOURS } = feedbackRecords;

type Filters = QueryOf<typeof feedbackRecords.listFeedback>;

/**
 * Answered surveys of the application with what is shown of them; the caller of this says which may be seen. A patient who was merged
 * is shown as the one that they are now. With a search the comment is the first in which it found a word.
 */
function feedbackRows(tx: Tx, scope: ApplicationScope, search: FeedbackSearch | null = null) {
  const found = search === null ? sql`'{}'::text[]` : wordsFoundIn(search, sql`said.text`);
  // The words of each comment are looked for once; offset 0 keeps the expression from being put wherever it is used.
  const comment = sql<{ text: string; found: string[] }>`(
    select read.text, read.found from (
      select said.id, said.text, ${found} as found from feedback_answers said
      where said.application_id = f.application_id and said.feedback_id = f.id and said.text is not null
      offset 0) read
    order by read.found = '{}', read.id limit 1)`;
  return tx
    .selectFrom('feedback as f')
    .innerJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'f.application_id').onRef('s.id', '=', 'f.survey_id'),
    )
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .leftJoin('patients as own', (join) =>
      join.onRef('own.application_id', '=', 'i.application_id').onRef('own.id', '=', 'i.patient_id'),
    )
    .leftJoin('patients as p', (join) =>
      join.onRef('p.application_id', '=', 'i.application_id').on('p.id', '=', patientNow('own')),
    )
    .leftJoin('contacts as c', (join) =>
      join.onRef('c.application_id', '=', 'i.application_id').onRef('c.id', '=', 'i.contact_id'),
    )
    .leftJoin('kiosks as k', (join) =>
      join.onRef('k.application_id', '=', 'i.application_id').onRef('k.id', '=', 'i.kiosk_id'),
    )
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'f.application_id').onRef('d.id', '=', 'f.department_id'),
    )
    .leftJoinLateral(comment.as('comment'), (join) => join.onTrue())
    .leftJoin('users as reader', 'reader.id', 'f.read_by_id')
    .leftJoin('users as colleague', 'colleague.id', 'f.assigned_to_id')
    .select([
      'f.id',
      'f.submitted_at',
      'f.change_number',
      'f.survey_id',
      's.title as survey_title',
      'f.score',
      'f.language',
      'f.location',
      'f.department_id',
      'd.title as department_title',
      'p.id as patient_id',
      'p.given_name',
      'p.family_name',
      'i.contact_id',
      'c.name as contact_name',
      'k.label as kiosk_label',
      'i.visit_id',
      'i.message_id',
      'f.read_at',
      'reader.name as read_by_name',
      'f.assigned_to_id',
      'colleague.name as assigned_to_name',
      'f.tags',
    ])
    .select([
      sql<string | null>`comment.text`.as('comment'),
      sql<string[]>`coalesce(comment.found, '{}')`.as('found'),
      sql<string | null>`(
        select string_agg(said.question_title || ': ' || answer_in_words(said), '; ' order by said.id)
        from feedback_answers said
        where said.application_id = f.application_id and said.feedback_id = f.id
          and num_nonnulls(said.number, said.day) > 0)`.as('numbers_and_days'),
      sql<boolean>`exists (
        select from feedback_answers said
        where said.application_id = f.application_id and said.feedback_id = f.id and said.escalate)`.as('escalates'),
      sql<number | null>`(
        select min(opened.id) from cases opened
        where opened.application_id = f.application_id and opened.feedback_id = f.id)`.as('case_id'),
    ])
    .where('f.application_id', '=', scope.applicationId);
}

/** SQL: `f` was given in one of the caller's wards, or the caller was told of it, or of a case about it. */
const isFeedbackOfCaller = (scope: ApplicationScope) => sql<boolean>`(
  ${isInWards(scope, 'f.location')} or exists (
    select from inbox_items told
    where told.application_id = f.application_id and told.feedback_id = f.id and told.user_id = ${scope.userId}))`;

/** SQL: the words of a comment that a search found. */
const wordsFoundIn = ({ isFound }: FeedbackSearch, comment: RawBuilder<unknown>) =>
  sql`array(select token from comment_tokens(${comment}) token where ${isFound(sql`token`)} order by token)`;

/** SQL: the condition of each filter that is set. */
function conditionsOf(scope: ApplicationScope, filters: Filters, now: Date): RawBuilder<unknown>[] {
  const { unread, survey_id, department_id, location, max_score, has_comment, language, from, to, changed_since } =
    filters;
  const { waiting, assigned_to, tag } = filters;
  const zone = sql`(select time_zone from applications where id = ${scope.applicationId})`;
  const hasComment = sql<boolean>`exists (
    select from feedback_answers said
    where said.application_id = f.application_id and said.feedback_id = f.id and said.text is not null)`;
  const conditions = [
    unread !== undefined && sql`(f.read_at is null) = ${unread === '1'}`,
    survey_id !== undefined && sql`f.survey_id = ${survey_id}`,
    department_id !== undefined && sql`f.department_id = ${department_id}`,
    location !== undefined && sql`f.location = ${location}`,
    max_score !== undefined && sql`f.score <= ${max_score}`,
    // A condition by itself becomes a join; as a value, all comments would be read first.
    has_comment !== undefined && (has_comment === '1' ? hasComment : sql`not ${hasComment}`),
    language !== undefined && sql`f.language = ${language}`,
    from !== undefined && sql`f.submitted_at >= (${from}::date::timestamp at time zone ${zone})`,
    to !== undefined && sql`f.submitted_at < ((${to}::date + 1)::timestamp at time zone ${zone})`,
    changed_since !== undefined && sql`f.change_number > ${changed_since}`,
    waiting !== undefined && sql`${isUnreadTooLong(now)} = ${waiting === '1'}`,
    assigned_to !== undefined && isAssignedTo(scope, assigned_to),
    tag !== undefined && sql`f.tags @> array[${tag}]`,
  ];
  return conditions.filter((condition) => condition !== false);
}

const isUnreadTooLong = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(f.read_at is null and f.submitted_at < ${now}::timestamptz - make_interval(hours => ${UNREAD_TOO_LONG_HOURS}))`;

function isAssignedTo({ userId }: ApplicationScope, who: NonNullable<Filters['assigned_to']>): RawBuilder<boolean> {
  if (who === 'nobody') return sql<boolean>`f.assigned_to_id is null`;
  return sql<boolean>`f.assigned_to_id = ${who === 'me' ? userId : who}`;
}

export async function listFeedback(tx: Tx, scope: ApplicationScope, filters: Filters, now: Date) {
  const { term, sort, changed_since, page, per_page, paginate } = filters;
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const filtered = conditionsOf(scope, filters, now);
  const isWhole = filtered.length === 0 && !isOfSomeWards(scope);
  const search = term ? await findFeedbackBy(tx, scope, term, { isWhole }) : null;
  const conditions = search === null ? filtered : [...filtered, search.matches];
  const query = tx
    .selectFrom('feedback as f')
    .select('f.id')
    .where('f.application_id', '=', scope.applicationId)
    .where(isInWards(scope, 'f.location'))
    .where(sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`)
    .$if(changed_since !== undefined, (rows) => rows.orderBy('f.change_number'))
    .$if(sort.endsWith('unread'), (rows) => rows.orderBy(sql`f.read_at is null`, sort === 'unread' ? 'desc' : 'asc'))
    .$if(sort.endsWith('score'), (rows) => rows.orderBy('f.score', (order) => order[direction]().nullsLast()))
    .orderBy('f.submitted_at', sort === 'submitted_at' ? 'asc' : 'desc')
    .orderBy('f.id', 'desc');
  const paging = { page, per_page, paginate, term };
  const counting = search?.ids ? tx.selectFrom(sql<{ id: number }>`(${search.ids})`.as('f')).select('f.id') : undefined;
  // What was looked up is sorted as a whole, so that page and total come from one reading.
  const found =
    search?.isLookedUp && page * per_page <= COUNT_CAP
      ? slicePage(await query.limit(COUNT_CAP + 1).execute(), paging)
      : await fetchPage(tx, query, paging, counting);
  return { ...found, data: await readFeedback(tx, scope, found.data, search) };
}

/** Returns these answered surveys in the order given. Only those of a page are joined with all that is shown of them. */
async function readFeedback(
  tx: Tx,
  scope: ApplicationScope,
  found: readonly { id: number }[],
  search: FeedbackSearch | null,
) {
  return readRowsOf(
    tx,
    found.map(({ id }) => id),
    (ids) =>
      feedbackRows(tx, scope, search).where(isInWards(scope, 'f.location')).where(isOneOf('f.id', ids)).execute(),
  );
}

/** Counts what nobody has read, and what nobody has read for 72 hours. */
export async function countUnread(tx: Tx, scope: ApplicationScope, now: Date) {
  return tx
    .selectFrom('feedback as f')
    .select(({ fn }) => [
      fn.countAll<number>().as('unread'),
      fn.countAll<number>().filterWhere(isUnreadTooLong(now)).as('waiting'),
    ])
    .where('f.application_id', '=', scope.applicationId)
    .where(isInWards(scope, 'f.location'))
    .where('f.read_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Throws NotFound for feedback of another application, and for that of other wards of which the caller was not told. */
export async function getFeedbackRow(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await feedbackRows(tx, scope)
    .where('f.id', '=', id)
    .where(isFeedbackOfCaller(scope))
    .executeTakeFirst();
  if (!found) throw new NotFound('This answered survey');
  return found;
}

/** Returns each question with what was chosen or written, in the order of the survey. */
export async function listGivenAnswers(tx: Tx, scope: ApplicationScope, id: number) {
  const { rows } = await sql<feedbackRecords.GivenAnswer>`
    select min(a.id) as id, a.category_title as category, a.question_title as question,
      array_agg(coalesce(answer_in_words(a), '') order by a.id) as answers,
      bool_or(a.text is not null) as is_text, avg(a.value)::float8 as value, bool_or(a.escalate) as escalates,
      min(a.statement) as statement, min(a.statement_language) as statement_language
    from feedback_answers a
    where a.application_id = ${scope.applicationId} and a.feedback_id = ${id}
      and answer_in_words(a) is not null
    group by a.question_id, a.category_title, a.question_title
    order by 1`.execute(tx);
  return rows;
}

export async function listCasesOf(tx: Tx, scope: ApplicationScope, id: number) {
  return tx
    .selectFrom('cases as c')
    .leftJoin('departments as d', (join) =>
      join.onRef('d.application_id', '=', 'c.application_id').onRef('d.id', '=', 'c.department_id'),
    )
    .select(['c.id', 'c.state', 'd.title as department_title'])
    .where('c.application_id', '=', scope.applicationId)
    .where('c.feedback_id', '=', id)
    .orderBy('c.id')
    .execute();
}

/** Returns the delivery that asked last for these answers; null for a survey that nothing was sent for. */
export async function findDelivery(tx: Tx, scope: ApplicationScope, id: number): Promise<number | null> {
  const found = await tx
    .selectFrom('feedback as f')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.application_id', '=', 'f.application_id').onRef('d.invitation_id', '=', 'f.invitation_id'),
    )
    .select('d.id')
    .where('f.application_id', '=', scope.applicationId)
    .where('f.id', '=', id)
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
}

/** Returns every survey, because one that is switched off has answers, too. */
export function listSurveyTitles(tx: Tx, scope: ApplicationScope): Promise<{ id: number; title: string }[]> {
  return tx
    .selectFrom('surveys')
    .select(['id', 'title'])
    .where('application_id', '=', scope.applicationId)
    .orderBy(sql`lower(title)`)
    .orderBy('id')
    .limit(MAX_UNPAGED)
    .execute();
}

/** Lists the tags in use, the most frequent first. */
export async function listTags(tx: Tx, scope: ApplicationScope): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from feedback f, unnest(f.tags) tag
    where f.application_id = ${scope.applicationId} and f.tags <> '{}' and ${isInWards(scope, 'f.location')}
    group by tag order by count(*) desc, tag limit ${MAX_UNPAGED}`.execute(tx);
  return rows.map(({ tag }) => tag);
}

/** Lists the notes of colleagues, oldest first. What was erased is not listed. */
export function listNotes(tx: Tx, scope: ApplicationScope, id: number) {
  return tx
    .selectFrom('feedback_notes as n')
    .leftJoin('users as u', 'u.id', 'n.user_id')
    .select(['n.id', 'n.text', 'u.name as user_name', 'n.created_at'])
    .where('n.application_id', '=', scope.applicationId)
    .where('n.feedback_id', '=', id)
    .where('n.text', '<>', '')
    .orderBy('n.id')
    .limit(MAX_UNPAGED)
    .execute();
}
