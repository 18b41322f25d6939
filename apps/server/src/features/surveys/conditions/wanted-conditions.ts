import type { BodyOf, questions } from '@wardvoice/contract';
import type { Condition } from '../../survey-content/index.ts';

type Fields = Pick<
  BodyOf<typeof questions.updateQuestion>['question'],
  'conditions' | 'condition_question_id' | 'condition_option_id'
>;

export interface WantedConditions {
  conditions: Condition[];
  /** Returns the field of the call in which the part of a condition came, for errors. */
  fieldOf: (index: number, part: 'question_id' | 'option_id') => string;
}

const inList: WantedConditions['fieldOf'] = (index, part) => `conditions.${index}.${part}`;
const alone: WantedConditions['fieldOf'] = (_, part) => `condition_${part}`;

/**
 * Returns the conditions that a call asks for; undefined when it leaves them as they are. Callers that know only one condition
 * send its two fields. These are null in a question with several conditions, so such a question keeps them when it is sent back.
 */
export function wantedConditions(fields: Fields, before: readonly Condition[]): WantedConditions | undefined {
  const { conditions, condition_question_id, condition_option_id } = fields;
  if (conditions) return { conditions: withoutRepeats(conditions), fieldOf: inList };
  if (condition_question_id === null) return before.length > 1 ? undefined : { conditions: [], fieldOf: alone };
  const [only] = before;
  const question_id = condition_question_id ?? (before.length === 1 ? only?.question_id : undefined);
  if (question_id === undefined || (condition_question_id === undefined && condition_option_id === undefined))
    return undefined;
  return { conditions: [{ question_id, option_id: condition_option_id ?? 0 }], fieldOf: alone };
}

const withoutRepeats = (conditions: readonly Condition[]): Condition[] => [
  ...new Map(conditions.map((one) => [`${one.question_id}:${one.option_id}`, one])).values(),
];
