import type { outcomeScores, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts';
import type { CheckedScore, StoredPoints } from './check-outcome-score.ts';

/** Scores with their items. The range of the value follows from the ranges of the items. */
const scoresOf = (tx: Tx, applicationId: number) =>
  tx
    .selectFrom('outcome_scores as s')
    .innerJoin('surveys as v', (join) =>
      join.onRef('v.application_id', '=', 's.application_id').onRef('v.id', '=', 's.survey_id'),
    )
    .innerJoin(
      (from) =>
        from
          .selectFrom('outcome_score_items')
          .select(['application_id', 'score_id'])
          .select([
            sql<number>`sum(lowest)`.as('lowest_sum'),
            sql<number>`sum(highest)`.as('highest_sum'),
            sql<number>`round(avg(lowest), 2)`.as('lowest_mean'),
            sql<number>`round(avg(highest), 2)`.as('highest_mean'),
          ])
          .where('application_id', '=', applicationId)
          .groupBy(['application_id', 'score_id'])
          .as('range'),
      (join) => join.onRef('range.application_id', '=', 's.application_id').onRef('range.score_id', '=', 's.id'),
    )
    .select([
      's.id',
      's.survey_id',
      'v.title as survey_title',
      's.title',
      sql<outcomeScores.Method>`s.method`.as('method'),
      's.higher_is_better',
      's.needed',
      's.important_change',
      sql<outcomeScores.Band[]>`s.bands`.as('bands'),
      's.version',
      sql<number>`case s.method when 'percent' then 0 when 'mean' then range.lowest_mean else range.lowest_sum end`.as(
        'least',
      ),
      sql<number>`case s.method when 'percent' then 100 when 'mean' then range.highest_mean else range.highest_sum end`.as(
        'most',
      ),
      sql<outcomeScores.OutcomeScore['items']>`(
        select jsonb_agg(jsonb_build_object(
          'question_id', q.id, 'question', q.title, 'type_of', q.type_of, 'reversed', i.reversed,
          'lowest', i.lowest, 'highest', i.highest,
          'points', coalesce((
            select jsonb_agg(jsonb_build_object('option_id', o.id, 'title', o.title, 'points', i.points -> o.id::text)
              order by given.place)
            from jsonb_object_keys(i.points) with ordinality given (id, place)
            join options o on o.application_id = i.application_id and o.id = given.id::bigint), '[]'))
          order by i.sort_order)
        from outcome_score_items i
        join questions q on q.application_id = i.application_id and q.id = i.question_id
        where i.application_id = s.application_id and i.score_id = s.id)`.as('items'),
    ])
    .where('s.application_id', '=', applicationId);

export function listOutcomeScores(
  tx: Tx,
  applicationId: number,
  { survey_id, term, sort, ...paging }: QueryOf<typeof outcomeScores.listOutcomeScores>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = scoresOf(tx, applicationId)
    .$if(survey_id !== undefined, (from) => from.where('s.survey_id', '=', survey_id as number))
    .$if(Boolean(term), (from) => from.where('s.title', 'ilike', containing(term)))
    .orderBy(sort.endsWith('title') ? sql`lower(s.title)` : sql.ref('s.id'), direction)
    .orderBy('s.id');
  return fetchPage(tx, rows, { ...paging, term });
}

export async function getOutcomeScore(tx: Tx, applicationId: number, id: number): Promise<outcomeScores.OutcomeScore> {
  const found = await scoresOf(tx, applicationId).where('s.id', '=', id).executeTakeFirst();
  if (!found) throw new NotFound('This score');
  return found;
}

/** Locks the row until the end of the transaction. */
export async function lockOutcomeScore(tx: Tx, applicationId: number, id: number) {
  const found = await tx
    .selectFrom('outcome_scores')
    .select(['id', 'title', 'survey_id', 'version'])
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new NotFound('This score');
  return found;
}

/** Returns the points of each item as they are stored, also of options that are gone. */
export async function listStoredPoints(tx: Tx, applicationId: number, scoreId: number): Promise<StoredPoints> {
  const { rows } = await sql<{ question_id: number; points: Record<string, number> }>`
    select question_id, points from outcome_score_items
    where application_id = ${applicationId} and score_id = ${scoreId}`.execute(tx);
  return new Map(rows.map(({ question_id, points }) => [question_id, points]));
}

/** Throws Invalid when the survey has another score of this title. */
export async function insertOutcomeScore(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  { items, ...score }: CheckedScore,
): Promise<number> {
  await refuseTwice(tx, applicationId, surveyId, score.title);
  const { id } = await tx
    .insertInto('outcome_scores')
    .values({ ...score, bands: JSON.stringify(score.bands), application_id: applicationId, survey_id: surveyId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertItems(tx, applicationId, id, items);
  return id;
}

/** Throws Invalid when the survey has another score of this title. */
export async function replaceOutcomeScore(
  tx: Tx,
  applicationId: number,
  { id, survey_id }: { id: number; survey_id: number },
  { items, ...score }: CheckedScore,
): Promise<void> {
  await refuseTwice(tx, applicationId, survey_id, score.title, id);
  await tx
    .updateTable('outcome_scores')
    .set({ ...score, bands: JSON.stringify(score.bands) })
    .where('application_id', '=', applicationId)
    .where('id', '=', id)
    .execute();
  await tx
    .deleteFrom('outcome_score_items')
    .where('application_id', '=', applicationId)
    .where('score_id', '=', id)
    .execute();
  await insertItems(tx, applicationId, id, items);
}

async function insertItems(tx: Tx, applicationId: number, scoreId: number, items: CheckedScore['items']) {
  await tx
    .insertInto('outcome_score_items')
    .values(
      items.map(({ points, ...item }, index) => ({
        ...item,
        points: JSON.stringify(points),
        application_id: applicationId,
        score_id: scoreId,
        sort_order: index + 1,
      })),
    )
    .execute();
}

/** Two at once are told apart by the unique index, whose refusal is a conflict. */
async function refuseTwice(tx: Tx, applicationId: number, surveyId: number, title: string, exceptId = 0) {
  const found = await tx
    .selectFrom('outcome_scores')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('survey_id', '=', surveyId)
    .where(sql<boolean>`lower(title) = lower(${title})`)
    .where('id', '<>', exceptId)
    .executeTakeFirst();
  if (found) throw new Invalid({ title: ['This survey has a score of this title already.'] });
}

/** Throws Conflict when a pathway asks on because of the score. */
export async function deleteOutcomeScore(tx: Tx, applicationId: number, id: number): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select w.title from pathway_steps s
    join pathways w on w.application_id = s.application_id and w.id = s.pathway_id
    where s.application_id = ${applicationId} and s.only_if ->> 'score_id' = ${String(id)} limit 1`.execute(tx);
  if (rows[0]) throw new Conflict('A step of a pathway depends on this score. Change the pathway first.');
  await tx.deleteFrom('outcome_scores').where('application_id', '=', applicationId).where('id', '=', id).execute();
}
