import type { outcomeScores } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listOutcomeScores } from './outcome-scores.queries.ts';
import { outcomesOf, toBand } from './outcomes-of.ts';

type Value = Omit<outcomeScores.OutcomeValue, 'submitted_at' | 'location'>;

interface Row {
  feedback_id: number;
  score_id: number;
  patient_id: number | null;
  answered: number;
  value: number | null;
  change: number | null;
}

/** Returns every score of these answered surveys, in the order of their titles. */
export async function readOutcomes(tx: Tx, scope: ApplicationScope, feedbackIds: readonly number[]): Promise<Value[]> {
  if (feedbackIds.length === 0) return [];
  const { rows } = await sql<Row>`
    select feedback_id, score_id, patient_id, answered, value, change
    from ${outcomesOf(scope, sql`${feedbackIds}::bigint[]`)} outcomes`.execute(tx);
  const all = await listOutcomeScores(tx, scope.applicationId, { page: 1, per_page: 1, paginate: '0', sort: 'title' });
  return all.data.flatMap(({ id, bands, items, survey_id, survey_title, title, ...score }) => {
    const { least, most, higher_is_better, important_change } = score;
    const about = { survey_id, survey_title, title, least, most, higher_is_better, important_change };
    return rows
      .filter(({ score_id }) => score_id === id)
      .map((row) => ({ ...row, ...about, items: items.length, band: toBand(bands, row.value) }));
  });
}
