import type { questions as contract, QueryOf } from '@wardvoice/contract';
import { sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Questions } from '../../platform/db/schema.gen.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { NAMED_CONDITIONS, ONLY_CONDITION } from './conditions/conditions.queries.ts';

const questionsOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('questions as q')
    .innerJoin('surveys as s', (join) =>
      join.onRef('s.application_id', '=', 'q.application_id').onRef('s.id', '=', 'q.survey_id'),
    )
    .select([
      'q.id',
      'q.survey_id',
      's.title as survey_title',
      'q.title',
      sql<contract.Question['type_of']>`q.type_of`.as('type_of'),
      'q.required',
      'q.category_id',
      'q.sort_order',
      sql<contract.Question['condition_match']>`q.condition_match`.as('condition_match'),
      'q.smallest',
      'q.largest',
      'q.step',
      'q.unit',
      'q.earliest',
      'q.latest',
      sql<contract.Question['purpose']>`q.purpose`.as('purpose'),
      'q.version',
    ])
    .select([
      sql<contract.Question['category']>`(
        select jsonb_build_object('id', c.id, 'title', c.title) from categories c
        where c.application_id = q.application_id and c.id = q.category_id)`.as('category'),
      sql<contract.Question['scale']>`(
        select jsonb_build_object('id', a.id, 'title', a.title) from answer_scales a
        where a.application_id = q.application_id and a.id = q.scale_id)`.as('scale'),
      NAMED_CONDITIONS.as('conditions'),
      ONLY_CONDITION.question_id.as('condition_question_id'),
      ONLY_CONDITION.option_id.as('condition_option_id'),
      ONLY_CONDITION.words.as('condition'),
      sql<contract.Question['options']>`coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', o.id, 'title', o.title, 'value', o.value, 'escalate', o.escalate, 'notify', o.notify, 'version', o.version)
          order by qo.sort_order, o.id)
        from question_options qo join options o on o.application_id = qo.application_id and o.id = qo.option_id
        where qo.application_id = q.application_id and qo.question_id = q.id), '[]')`.as('options'),
    ])
    .where('q.application_id', '=', applicationId);

type Filters = Omit<QueryOf<typeof contract.listQuestions>, 'sort'> & { sort: string };

export function listQuestions(
  tx: Tx,
  scope: ApplicationScope,
  { term, survey_id, category_id, type_of, sort, ...paging }: Filters,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = sort.replace('-', '') as 'title' | 'sort_order' | 'id';
  const query = questionsOf(tx, scope.applicationId)
    .$if(Boolean(term), (rows) => rows.where('q.title', 'ilike', containing(term)))
    .$call((rows) => (survey_id === undefined ? rows : rows.where('q.survey_id', '=', survey_id)))
    .$call((rows) => (category_id === undefined ? rows : rows.where('q.category_id', '=', category_id)))
    .$call((rows) => (type_of === undefined ? rows : rows.where('q.type_of', '=', type_of)))
    .orderBy(field === 'title' ? sql`lower(q.title)` : sql.ref(`q.${field}`), direction)
    .orderBy('q.id');
  return fetchPage(tx, query, { ...paging, term });
}

/** Lists questions in the order they are asked. */
export const listQuestionsOfSurvey = (tx: Tx, applicationId: number, surveyId: number) =>
  questionsOf(tx, applicationId).where('q.survey_id', '=', surveyId).orderBy('q.sort_order').orderBy('q.id').execute();

export async function getQuestion(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await questionsOf(tx, scope.applicationId).where('q.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This question');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockQuestion(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('questions')
    .select(['id', 'survey_id', 'title', 'type_of', 'required', 'category_id', 'sort_order'])
    .select([
      'smallest',
      'largest',
      'step',
      'unit',
      'earliest',
      'latest',
      'purpose',
      'condition_match',
      'scale_id',
      'version',
    ])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .$narrowType<Pick<contract.Question, 'type_of' | 'purpose'>>()
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This question');
  return found;
}

/** Throws NotFound for a question of another application. */
export async function surveyOfQuestion(tx: Tx, applicationId: number, id: number): Promise<number> {
  const found = await tx
    .selectFrom('questions')
    .select('survey_id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This question');
  return found.survey_id;
}

export async function updateQuestionColumns(
  tx: Tx,
  applicationId: number,
  id: number,
  columns: Updateable<Questions>,
): Promise<void> {
  await tx
    .updateTable('questions')
    .set(columns)
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteQuestion(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('questions').where('application_id', '=', applicationId).where('id', '=', id).execute();
}

/** Throws Conflict when a score counts the answers of the question. */
export async function refuseWhileScored(tx: Tx, applicationId: number, questionId: number): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select s.title from outcome_score_items i
    join outcome_scores s on s.application_id = i.application_id and s.id = i.score_id
    where i.application_id = ${applicationId} and i.question_id = ${questionId}`.execute(tx);
  const [score] = rows;
  if (score) throw new Conflict(`The score “${score.title}” counts this question. Take it out of the score first.`);
}

export async function categoryExists(tx: Tx, applicationId: number, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('categories')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Lists the question's options in order, then other options that could be added, by title. */
export function listAssignableOptions(
  tx: Tx,
  scope: ApplicationScope,
  questionId: number,
  { term, assigned, ...paging }: QueryOf<typeof contract.listQuestionOptions>,
) {
  const isAssigned = assigned === '1';
  const query = tx
    .selectFrom('options as o')
    .leftJoin('question_options as qo', (join) =>
      join
        .onRef('qo.application_id', '=', 'o.application_id')
        .onRef('qo.option_id', '=', 'o.id')
        .on('qo.question_id', '=', questionId),
    )
    .select(['o.id', 'o.title', 'o.value', 'o.escalate', 'o.notify', 'o.version'])
    .select(sql<number>`(qo.option_id is not null)::int`.as('assigned'))
    .where('o.application_id', '=', scope.applicationId)
    // The answers of a consent are offered to no other question.
    .where(sql<boolean>`(o.agrees is null or qo.option_id is not null)`)
    .$if(Boolean(term), (rows) => rows.where('o.title', 'ilike', containing(term)))
    .$if(assigned !== undefined, (rows) => rows.where('qo.option_id', isAssigned ? 'is not' : 'is', null))
    .orderBy(sql`qo.option_id is null`)
    .orderBy('qo.sort_order')
    .orderBy(sql`lower(o.title)`)
    .orderBy('o.value', (value) => value.desc().nullsLast())
    .orderBy('o.id');
  return fetchPage(tx, query, { ...paging, term });
}

/** Adds an option at the end; does nothing when the question has it already. */
export async function attachOption(tx: Tx, applicationId: number, questionId: number, optionId: number): Promise<void> {
  await sql`
    insert into question_options (application_id, question_id, option_id, sort_order)
    select ${applicationId}, ${questionId}, ${optionId}, coalesce(max(sort_order), 0) + 1
    from question_options where application_id = ${applicationId} and question_id = ${questionId}
    on conflict do nothing`.execute(tx);
}

/** Takes all options from a question. */
export async function detachOptions(tx: Tx, applicationId: number, questionId: number): Promise<void> {
  await tx
    .deleteFrom('question_options')
    .where('application_id', '=', applicationId)
    .where('question_id', '=', questionId)
    .execute();
}

/** Throws Conflict for a consent, whose two answers are its own, and for a question that uses an answer scale. */
export async function refuseFixedOptions(tx: Tx, applicationId: number, questionId: number): Promise<void> {
  const { type_of, scale_id } = await lockQuestion(tx, applicationId, questionId);
  if (type_of === 'consent')
    throw new Conflict('A consent has exactly two answers, to agree or not. Change their words instead.');
  if (scale_id !== null)
    throw new Conflict(
      'This question uses an answer scale. Change the scale, or let the question have its own options first.',
    );
}

/** Lets copies of questions use the scales of their originals. */
export async function copyScales(tx: Tx, applicationId: number, idOfCopy: ReadonlyMap<number, number>): Promise<void> {
  await sql`
    update questions q set scale_id = original.scale_id
    from unnest(${[...idOfCopy.keys()]}::bigint[], ${[...idOfCopy.values()]}::bigint[]) as copy (of_id, id)
    join questions original on original.application_id = ${applicationId} and original.id = copy.of_id
    where q.application_id = ${applicationId} and q.id = copy.id and original.scale_id is not null`.execute(tx);
}

/** Lets the questions that use a scale keep its options as their own. */
export async function releaseScale(tx: Tx, applicationId: number, scaleId: number): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ scale_id: null })
    .where('application_id', '=', applicationId)
    .where('scale_id', '=', scaleId)
    .execute();
}

/** Gives questions exactly these options in this order. */
export async function setQuestionOptions(
  tx: Tx,
  applicationId: number,
  questionIds: readonly number[],
  optionIds: readonly number[],
): Promise<void> {
  const ids = sql`${[...questionIds]}::bigint[]`;
  await sql`
    delete from question_options
    where application_id = ${applicationId} and question_id = any(${ids})
      and option_id <> all(${[...optionIds]}::bigint[])`.execute(tx);
  await sql`
    insert into question_options (application_id, question_id, option_id, sort_order)
    select ${applicationId}, question_id, option_id, place
    from unnest(${ids}) as question_id, unnest(${[...optionIds]}::bigint[]) with ordinality as given (option_id, place)
    on conflict (question_id, option_id) do update set sort_order = excluded.sort_order`.execute(tx);
}

export async function detachOption(tx: Tx, applicationId: number, questionId: number, optionId: number): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('question_options')
    .where('application_id', '=', applicationId)
    .where('question_id', '=', questionId)
    .where('option_id', '=', optionId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new NotFound('This option of the question');
}

export async function setOptionOrder(
  tx: Tx,
  applicationId: number,
  questionId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update question_options qo set sort_order = given.place
    from unnest(${ids}::bigint[]) with ordinality as given (id, place)
    where qo.application_id = ${applicationId} and qo.question_id = ${questionId} and qo.option_id = given.id`.execute(
    tx,
  );
}
