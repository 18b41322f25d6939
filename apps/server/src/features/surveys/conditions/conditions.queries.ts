import type { questions } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import { Conflict } from '../../../platform/errors.ts';
import type { Condition } from '../../survey-content/index.ts';

/** Lists the conditions of a question in their order. */
export const listConditions = (tx: Tx, applicationId: number, questionId: number): Promise<Condition[]> =>
  tx
    .selectFrom('question_conditions')
    .select(['condition_question_id as question_id', 'condition_option_id as option_id'])
    .where('application_id', '=', applicationId)
    .where('question_id', '=', questionId)
    .orderBy('sort_order')
    .execute();

/** Replaces the conditions of a question. */
export async function setConditions(
  tx: Tx,
  applicationId: number,
  questionId: number,
  conditions: readonly Condition[],
): Promise<void> {
  await tx
    .deleteFrom('question_conditions')
    .where('application_id', '=', applicationId)
    .where('question_id', '=', questionId)
    .execute();
  if (conditions.length === 0) return;
  await tx
    .insertInto('question_conditions')
    .values(
      conditions.map(({ question_id, option_id }, index) => ({
        application_id: applicationId,
        question_id: questionId,
        condition_question_id: question_id,
        condition_option_id: option_id,
        sort_order: index + 1,
      })),
    )
    .execute();
}

/** SQL: the conditions of a row `q` of questions, as the content of a survey has them. */
export const CONDITIONS = sql<Condition[]>`coalesce((
  select jsonb_agg(jsonb_build_object('question_id', c.condition_question_id, 'option_id', c.condition_option_id)
    order by c.sort_order)
  from question_conditions c where c.application_id = q.application_id and c.question_id = q.id), '[]')`;

/** SQL: the same with the titles, for lists of staff. */
export const NAMED_CONDITIONS = sql<questions.Condition[]>`coalesce((
  select jsonb_agg(jsonb_build_object(
    'question_id', c.condition_question_id, 'option_id', c.condition_option_id, 'question', before.title, 'option', o.title)
    order by c.sort_order)
  from question_conditions c
  join questions before on before.application_id = c.application_id and before.id = c.condition_question_id
  join options o on o.application_id = c.application_id and o.id = c.condition_option_id
  where c.application_id = q.application_id and c.question_id = q.id), '[]')`;

const ifOnly = <T>(part: RawBuilder<unknown>) => sql<T | null>`(
  select case when count(*) = 1 then ${part} end
  from question_conditions c
  join questions before on before.application_id = c.application_id and before.id = c.condition_question_id
  join options o on o.application_id = c.application_id and o.id = c.condition_option_id
  where c.application_id = q.application_id and c.question_id = q.id)`;

/** SQL: the condition of a question that has exactly one; null for any other. */
export const ONLY_CONDITION = {
  question_id: ifOnly<number>(sql`min(c.condition_question_id)`),
  option_id: ifOnly<number>(sql`min(c.condition_option_id)`),
  words: ifOnly<NonNullable<questions.Question['condition']>>(
    sql`jsonb_build_object('question', min(before.title), 'option', min(o.title))`,
  ),
};

/** Throws Conflict, with the question's title, while a condition names one of these questions and an option that is not among `optionIds`. */
export async function refuseLosingOptions(
  tx: Tx,
  applicationId: number,
  questionIds: readonly number[],
  optionIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ title: string; option: string }>`
    select q.title, o.title as option
    from question_conditions c
    join questions q on q.application_id = c.application_id and q.id = c.question_id
    join options o on o.application_id = c.application_id and o.id = c.condition_option_id
    where c.application_id = ${applicationId} and c.condition_question_id = any(${[...questionIds]}::bigint[])
      and c.condition_option_id <> all(${[...optionIds]}::bigint[])
    order by q.id limit 1`.execute(tx);
  const [found] = rows;
  if (found)
    throw new Conflict(
      `The question “${found.title}” is shown because of the answer “${found.option}”. Change that first.`,
    );
}

/** Throws Conflict, with the question's title, while a condition of a question names this question or option. */
export async function refuseWhileHangsOn(
  tx: Tx,
  applicationId: number,
  { questionId, optionId }: { questionId?: number; optionId?: number },
): Promise<void> {
  const found = await tx
    .selectFrom('question_conditions as c')
    .innerJoin('questions as q', (join) =>
      join.onRef('q.application_id', '=', 'c.application_id').onRef('q.id', '=', 'c.question_id'),
    )
    .select('q.title')
    .where('c.application_id', '=', applicationId)
    .$call((rows) => (questionId === undefined ? rows : rows.where('c.condition_question_id', '=', questionId)))
    .$call((rows) => (optionId === undefined ? rows : rows.where('c.condition_option_id', '=', optionId)))
    .orderBy('q.id')
    .executeTakeFirst();
  if (found) throw new Conflict(`The question “${found.title}” is shown because of this answer. Change that first.`);
}
