import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { CopiedSurvey } from '../surveys/index.ts';

/** Gives the copy of a survey the scores of the original. */
export async function copyOutcomeScores(
  tx: Tx,
  applicationId: number,
  { surveyId, copyId, idOfCopy }: CopiedSurvey,
): Promise<void> {
  await sql`
    with copies as (
      insert into outcome_scores (application_id, survey_id, title, method, higher_is_better, needed, important_change, bands)
      select application_id, ${copyId}, title, method, higher_is_better, needed, important_change, bands
      from outcome_scores where application_id = ${applicationId} and survey_id = ${surveyId}
      returning id, title)
    insert into outcome_score_items (application_id, score_id, question_id, points, lowest, highest, reversed, sort_order)
    select i.application_id, copies.id, question.copy, i.points, i.lowest, i.highest, i.reversed, i.sort_order
    from copies
    join outcome_scores s on s.application_id = ${applicationId} and s.survey_id = ${surveyId} and s.title = copies.title
    join outcome_score_items i on i.application_id = ${applicationId} and i.score_id = s.id
    join unnest(${[...idOfCopy.keys()]}::bigint[], ${[...idOfCopy.values()]}::bigint[]) question (original, copy)
      on question.original = i.question_id`.execute(tx);
}
