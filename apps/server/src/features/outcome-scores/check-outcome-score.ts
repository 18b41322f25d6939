import { outcomeScores, type BodyOf, type questions } from '@wardvoice/contract';
import { Invalid } from '../../platform/errors.ts';

type Given = BodyOf<typeof outcomeScores.updateOutcomeScore>['outcome_score'];

/** A score as it is stored. `points` are by the id of the option. */
export interface CheckedScore extends Pick<
  Given,
  'title' | 'method' | 'higher_is_better' | 'needed' | 'important_change' | 'bands'
> {
  items: {
    question_id: number;
    points: Record<string, number>;
    lowest: number;
    highest: number;
    reversed: boolean;
  }[];
}

/** Points by the id of the option, of each question by its id. */
export type StoredPoints = ReadonlyMap<number, Readonly<Record<string, number>>>;

type Asked = Pick<questions.Question, 'id' | 'type_of' | 'options' | 'smallest' | 'largest'>;

/**
 * Returns the score as it is stored. `asked` are the questions of its survey. Throws Invalid by field unless each item is a
 * question of the survey whose answer can be points, its points differ, and the bands rise. Of an option that a question has lost
 * the points stay as they were `stored`, because answers with it were given.
 */
export function checkOutcomeScore(
  given: Given,
  asked: readonly Asked[],
  stored: StoredPoints = new Map(),
): CheckedScore {
  const { title, method, higher_is_better, needed, important_change, bands, items } = given;
  const errors: Record<string, string[]> = {};
  const checked = items.flatMap((item, index) => {
    const before = stored.get(item.question_id) ?? {};
    const error = errorOf(item, asked, { others: items.slice(0, index), before });
    const question = asked.find(({ id }) => id === item.question_id);
    if (error || !question) {
      errors[`items.${index}`] = [error ?? NOT_OF_SURVEY];
      return [];
    }
    return [{ question_id: question.id, reversed: item.reversed, ...rangeOf(item, question, before) }];
  });
  if (needed > items.length) errors['needed'] = ['The score has not so many items.'];
  const late = bands.findIndex(({ from }, index) => index > 0 && from <= (bands[index - 1]?.from ?? 0));
  if (late > 0) errors[`bands.${late}.from`] = ['Let each band begin above the one before.'];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  return { title, method, higher_is_better, needed, important_change, bands, items: checked };
}

const NOT_OF_SURVEY = 'This question is not one of the survey.';

function errorOf(
  { question_id, points }: Given['items'][number],
  asked: readonly Asked[],
  { others, before }: { others: Given['items']; before: Readonly<Record<string, number>> },
) {
  const question = asked.find(({ id }) => id === question_id);
  if (!question) return NOT_OF_SURVEY;
  if (others.some((other) => other.question_id === question_id)) return 'This question is in the score already.';
  if (!outcomeScores.SCORED_TYPES.includes(question.type_of)) return 'The answers to this question are no points.';
  if (question.type_of === 'number') {
    const hasRange = question.smallest !== null && question.largest !== null && question.smallest < question.largest;
    return hasRange ? null : 'Give the question a smallest and a largest number first.';
  }
  if (points.some(({ option_id }) => !(option_id in before) && !question.options.some(({ id }) => id === option_id)))
    return 'Give points to answers of this question.';
  if (new Set(points.map((one) => one.points)).size < 2) return 'Give at least two answers different points.';
  return null;
}

function rangeOf(
  { points: given }: Given['items'][number],
  { type_of, smallest, largest, options }: Asked,
  before: Readonly<Record<string, number>>,
) {
  if (type_of === 'number') return { points: {}, lowest: smallest ?? 0, highest: largest ?? 0 };
  const lost = Object.entries(before).filter(([id]) => !options.some((option) => String(option.id) === id));
  const points = Object.fromEntries([...lost, ...given.map((one) => [String(one.option_id), one.points] as const)]);
  const all = Object.values(points);
  return {
    points,
    lowest: Math.min(...all),
    highest: Math.max(...all),
  };
}
