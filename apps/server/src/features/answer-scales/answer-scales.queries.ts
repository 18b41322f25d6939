import type { answerScales, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

const scalesOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('answer_scales as a')
    .select(['a.id', 'a.title', 'a.version'])
    .select([
      sql<answerScales.AnswerScale['options']>`coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', o.id, 'title', o.title, 'value', o.value, 'escalate', o.escalate, 'notify', o.notify, 'version', o.version)
          order by so.sort_order, o.id)
        from answer_scale_options so join options o on o.application_id = so.application_id and o.id = so.option_id
        where so.application_id = a.application_id and so.scale_id = a.id), '[]')`.as('options'),
      sql<number>`(
        select count(*) from questions q where q.application_id = a.application_id and q.scale_id = a.id)`.as(
        'questions_count',
      ),
    ])
    .where('a.application_id', '=', applicationId);

export function listAnswerScales(
  tx: Tx,
  scope: ApplicationScope,
  { term, sort, ...paging }: QueryOf<typeof answerScales.listAnswerScales>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = scalesOf(tx, scope.applicationId)
    .$if(Boolean(term), (from) => from.where('a.title', 'ilike', containing(term)))
    .orderBy(sort.endsWith('title') ? sql`lower(a.title)` : sql.ref('a.id'), direction)
    .orderBy('a.id');
  return fetchPage(tx, rows, { ...paging, term });
}

export async function getAnswerScale(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
): Promise<answerScales.AnswerScaleDetail> {
  const { applicationId } = scope;
  const found = await scalesOf(tx, applicationId).where('a.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This answer scale');
  const { rows: questions } = await sql<answerScales.AnswerScaleDetail['questions'][number]>`
    select q.id, q.title, q.survey_id, s.title as survey_title
    from questions q
    join surveys s on s.application_id = q.application_id and s.id = q.survey_id
    where q.application_id = ${applicationId} and q.scale_id = ${id}
    order by lower(s.title), s.id, q.sort_order, q.id`.execute(tx);
  return { ...found, questions };
}

/** Locks the row until the end of the transaction, so that no question begins to use the scale meanwhile. */
export async function lockAnswerScale(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('answer_scales')
    .select(['id', 'title', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This answer scale');
  return found;
}

export async function listOptionIds(tx: Tx, applicationId: number, scaleId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('answer_scale_options')
    .select('option_id')
    .where('application_id', '=', applicationId)
    .where('scale_id', '=', scaleId)
    .orderBy('sort_order')
    .execute();
  return rows.map(({ option_id }) => option_id);
}

/** Lists the ids of the questions that use a scale. */
export async function listQuestionIds(tx: Tx, applicationId: number, scaleId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('questions')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('scale_id', '=', scaleId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws Invalid when the application has another scale of this title. */
export async function insertAnswerScale(tx: Tx, applicationId: number, title: string): Promise<number> {
  await refuseTwice(tx, applicationId, title);
  const { id } = await tx
    .insertInto('answer_scales')
    .values({ application_id: applicationId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Throws Invalid when the application has another scale of this title. */
export async function setTitle(tx: Tx, applicationId: number, id: number, title: string): Promise<void> {
  await refuseTwice(tx, applicationId, title, id);
  await tx
    .updateTable('answer_scales')
    .set({ title })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
}

/** Two at once are told apart by the unique index, whose refusal is a conflict. */
async function refuseTwice(tx: Tx, applicationId: number, title: string, exceptId = 0): Promise<void> {
  const found = await tx
    .selectFrom('answer_scales')
    .select('id')
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  if (found) throw new Invalid({ title: ['There is an answer scale of this title already.'] });
}

export async function setScaleOptions(
  tx: Tx,
  applicationId: number,
  scaleId: number,
  optionIds: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('answer_scale_options')
    .where('application_id', '=', applicationId)
    .where('scale_id', '=', scaleId)
    .execute();
  await tx
    .insertInto('answer_scale_options')
    .values(
      optionIds.map((option_id, index) => ({
        application_id: applicationId,
        scale_id: scaleId,
        option_id,
        sort_order: index + 1,
      })),
    )
    .execute();
}

export async function deleteAnswerScale(tx: Tx, applicationId: number, id: number): Promise<void> {
  await tx.deleteFrom('answer_scales').where('application_id', '=', applicationId).where('id', '=', id).execute();
}
