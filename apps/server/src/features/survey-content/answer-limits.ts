import type { feedback, questions } from '@wardvoice/contract';

/** What a question says about a number or a day that is its answer. Null in questions of other types. */
export type AnswerLimits = Pick<questions.Question, 'smallest' | 'largest' | 'step' | 'unit' | 'earliest' | 'latest'>;

export const NO_LIMITS: AnswerLimits = {
  smallest: null,
  largest: null,
  step: null,
  unit: null,
  earliest: null,
  latest: null,
};

const LIMITS_OF: Partial<Record<feedback.QuestionType, readonly (keyof AnswerLimits)[]>> = {
  number: ['smallest', 'largest', 'step', 'unit'],
  date: ['earliest', 'latest'],
};
const ALL = Object.keys(NO_LIMITS) as (keyof AnswerLimits)[];

/** Returns only the limits. Content from before there were any has none. */
export const limitsOf = (of: Partial<AnswerLimits>): AnswerLimits => ({
  smallest: of.smallest ?? null,
  largest: of.largest ?? null,
  step: of.step ?? null,
  unit: of.unit ?? null,
  earliest: of.earliest ?? null,
  latest: of.latest ?? null,
});

/** Returns the limits that a question of this type has after a change. Those of another type are dropped. */
export function changedLimits(
  type: feedback.QuestionType,
  stored: Partial<AnswerLimits>,
  changes: { [Limit in keyof AnswerLimits]?: AnswerLimits[Limit] | undefined },
): AnswerLimits {
  const isOfType = (limit: keyof AnswerLimits) => LIMITS_OF[type]?.includes(limit) === true;
  const given = Object.fromEntries(
    ALL.filter(isOfType).map((limit) => [limit, changes[limit] === undefined ? stored[limit] : changes[limit]]),
  );
  return limitsOf(given);
}

/** Returns what is wrong with limits, by field. `given` is what the caller sent, which may be meant for another type. */
export function limitErrors(
  type: feedback.QuestionType,
  { smallest, largest, earliest, latest }: AnswerLimits,
  given: { [Limit in keyof AnswerLimits]?: AnswerLimits[Limit] | undefined },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const limit of ALL) {
    if ((given[limit] ?? null) === null || LIMITS_OF[type]?.includes(limit)) continue;
    errors[limit] = [
      LIMITS_OF.number?.includes(limit)
        ? 'Only a number has this. Choose the type number, or leave it out.'
        : 'Only a date has this. Choose the type date, or leave it out.',
    ];
  }
  if (smallest !== null && largest !== null && smallest > largest)
    errors['largest'] = ['The largest number is below the smallest. Change one of them.'];
  if (isIsoDay(earliest) && isIsoDay(latest) && earliest > latest)
    errors['latest'] = ['The last day is before the first. Change one of them.'];
  return errors;
}

const isIsoDay = (day: string | null): day is string => day !== null && day !== 'today';

/** Returns the limits with the day that "today" is. */
export const withToday = ({ earliest, latest, ...limits }: AnswerLimits, today: string): AnswerLimits => ({
  ...limits,
  earliest: earliest === 'today' ? today : earliest,
  latest: latest === 'today' ? today : latest,
});

/** Returns the limits as a text for staff, such as "from 0, to 300, step 0.5, kg". */
export const limitsInWords = ({ smallest, largest, step, unit, earliest, latest }: AnswerLimits): string =>
  [
    (smallest ?? earliest) !== null && `from ${smallest ?? earliest}`,
    (largest ?? latest) !== null && `to ${largest ?? latest}`,
    step !== null && `step ${step}`,
    unit,
  ]
    .filter(Boolean)
    .join(', ');
