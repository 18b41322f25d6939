import type { feedback, questions } from '@wardvoice/contract';

/** What a question says about a number, a day or a consent that is its answer. Null in questions of other types. */
export type AnswerRules = Pick<
  questions.Question,
  'smallest' | 'largest' | 'step' | 'unit' | 'earliest' | 'latest' | 'purpose'
>;

export const NO_RULES: AnswerRules = {
  smallest: null,
  largest: null,
  step: null,
  unit: null,
  earliest: null,
  latest: null,
  purpose: null,
};

const RULES_OF: Partial<Record<feedback.QuestionType, readonly (keyof AnswerRules)[]>> = {
  number: ['smallest', 'largest', 'step', 'unit'],
  date: ['earliest', 'latest'],
  consent: ['purpose'],
};
const ALL = Object.keys(NO_RULES) as (keyof AnswerRules)[];

/** Returns only the limits. Content from before there were any has none. */
export const rulesOf = (of: Partial<AnswerRules>): AnswerRules => ({
  smallest: of.smallest ?? null,
  largest: of.largest ?? null,
  step: of.step ?? null,
  unit: of.unit ?? null,
  earliest: of.earliest ?? null,
  latest: of.latest ?? null,
  purpose: of.purpose ?? null,
});

/** Returns the limits that a question of this type has after a change. Those of another type are dropped. */
export function changedRules(
  type: feedback.QuestionType,
  stored: Partial<AnswerRules>,
  changes: { [Limit in keyof AnswerRules]?: AnswerRules[Limit] | undefined },
): AnswerRules {
  const isOfType = (limit: keyof AnswerRules) => RULES_OF[type]?.includes(limit) === true;
  const given = Object.fromEntries(
    ALL.filter(isOfType).map((limit) => [limit, changes[limit] === undefined ? stored[limit] : changes[limit]]),
  );
  return rulesOf(given);
}

/** Returns what is wrong with limits, by field. `given` is what the caller sent, which may be meant for another type. */
export function ruleErrors(
  type: feedback.QuestionType,
  { smallest, largest, earliest, latest }: AnswerRules,
  given: { [Limit in keyof AnswerRules]?: AnswerRules[Limit] | undefined },
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const limit of ALL) {
    if ((given[limit] ?? null) === null || RULES_OF[type]?.includes(limit)) continue;
    errors[limit] = [notOfType(limit)];
  }
  if (smallest !== null && largest !== null && smallest > largest)
    errors['largest'] = ['The largest number is below the smallest. Change one of them.'];
  if (isIsoDay(earliest) && isIsoDay(latest) && earliest > latest)
    errors['latest'] = ['The last day is before the first. Change one of them.'];
  return errors;
}

function notOfType(rule: keyof AnswerRules): string {
  if (rule === 'purpose') return 'Only a consent has this. Choose the type consent, or leave it out.';
  return RULES_OF.number?.includes(rule)
    ? 'Only a number has this. Choose the type number, or leave it out.'
    : 'Only a date has this. Choose the type date, or leave it out.';
}

const isIsoDay = (day: string | null): day is string => day !== null && day !== 'today';

/** Returns the limits with the day that "today" is. */
export const withToday = ({ earliest, latest, ...limits }: AnswerRules, today: string): AnswerRules => ({
  ...limits,
  earliest: earliest === 'today' ? today : earliest,
  latest: latest === 'today' ? today : latest,
});

/** Returns the limits as a text for staff, such as "from 0, to 300, step 0.5, kg". */
export const rulesInWords = ({ smallest, largest, step, unit, earliest, latest, purpose }: AnswerRules): string =>
  [
    (smallest ?? earliest) !== null && `from ${smallest ?? earliest}`,
    (largest ?? latest) !== null && `to ${largest ?? latest}`,
    step !== null && `step ${step}`,
    unit,
    purpose,
  ]
    .filter(Boolean)
    .join(', ');
