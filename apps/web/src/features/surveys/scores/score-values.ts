import { outcomeScores, type questions } from '@wardvoice/contract';

/** A field for a number is empty as ''. */
type NumberField = number | '';

export interface ScoreItem {
  question_id: number;
  reversed: boolean;
  points: { option_id: number; points: NumberField }[];
}

export interface ScoreValues {
  outcome_score: {
    survey_id: number;
    title: string;
    method: outcomeScores.Method;
    higher_is_better: boolean;
    needed: NumberField;
    important_change: number | null;
    bands: { from: NumberField; title: string }[];
    items: ScoreItem[];
    version?: number;
  };
}

export const valuesOf = (surveyId: number, score: outcomeScores.OutcomeScore | undefined): ScoreValues => ({
  outcome_score: {
    survey_id: surveyId,
    title: score?.title ?? '',
    method: score?.method ?? 'sum',
    higher_is_better: score?.higher_is_better ?? true,
    needed: score?.needed ?? 1,
    important_change: score?.important_change ?? null,
    bands: score?.bands ?? [],
    items: (score?.items ?? []).map(({ question_id, reversed, points }) => ({
      question_id,
      reversed,
      points: points.map(({ option_id, points: given }) => ({ option_id, points: given })),
    })),
    ...(score ? { version: score.version } : {}),
  },
});

/** Returns whether the answers to a question can be points. */
export const canBeScored = ({ type_of }: questions.Question): boolean => outcomeScores.SCORED_TYPES.includes(type_of);

/** Returns a question as an item: each answer counts what its option is worth, or else its place from 0. */
export function itemOf({ id, options }: questions.Question): ScoreItem {
  const hasValues = options.length > 0 && options.every(({ value }) => value !== null);
  const points = options.map((option, place) => ({
    option_id: option.id,
    points: hasValues && option.value !== null ? option.value : place,
  }));
  return { question_id: id, reversed: false, points };
}

/** Half of the items, as most instruments ask for. */
export const halfOf = (items: number): number => Math.max(1, Math.ceil(items / 2));
