import type { outcomeScores } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { computeOutcomes } from './compute-outcomes.ts';
import { listOutcomeScores } from './outcome-scores.queries.ts';

type Value = Omit<outcomeScores.OutcomeValue, 'submitted_at' | 'location'>;

interface AnsweredSurvey {
  id: number;
  survey_id: number;
  patient_id: number | null;
}

/** Returns every score of these answered surveys, in the order of their titles, also of those that have no value. */
export async function readOutcomes(
  tx: Tx,
  scope: ApplicationScope,
  answered: readonly AnsweredSurvey[],
): Promise<Value[]> {
  const everything = { page: 1, per_page: 1, paginate: '0', sort: 'title' } as const;
  const { data: scores } = await listOutcomeScores(tx, scope.applicationId, everything);
  const scored = answered.filter(({ survey_id }) => scores.some((score) => score.survey_id === survey_id));
  if (scored.length === 0) return [];
  const outcomes = await computeOutcomes(
    tx,
    scope,
    scored.map(({ id }) => id),
  );
  const byKey = new Map(outcomes.map((outcome) => [`${outcome.feedback_id} ${outcome.score_id}`, outcome]));
  return scores.flatMap(({ id: score_id, bands, items, survey_id, survey_title, title, ...score }) => {
    const { least, most, higher_is_better, important_change } = score;
    const about = { survey_id, survey_title, score_id, title, least, most, higher_is_better, important_change };
    return scored
      .filter((one) => one.survey_id === survey_id)
      .map(({ id, patient_id }) => {
        const { value = null, change = null, answered: count = 0, person } = byKey.get(`${id} ${score_id}`) ?? {};
        const found = { value, change, answered: count, patient_id: person?.patient_id ?? patient_id };
        return { ...about, ...found, feedback_id: id, items: items.length, band: toBand(bands, value) };
      });
  });
}

/** Returns the title of the band that a value is in; null when it is below the first one. */
const toBand = (bands: readonly outcomeScores.Band[], value: number | null): string | null =>
  value === null ? null : (bands.findLast(({ from }) => from <= value)?.title ?? null);
