import { feedback, type questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { ruleErrors, type AnswerRules } from '../survey-content/index.ts';
import type { WantedConditions } from './conditions/wanted-conditions.ts';
import { categoryExists, listQuestionsOfSurvey } from './questions.queries.ts';

interface Checked {
  /** undefined for a new question, which is added at the end. */
  id?: number;
  survey_id: number;
  type_of: feedback.QuestionType;
  category_id: number | null;
  /** Undefined: the conditions stay as they are. */
  wanted: WantedConditions | undefined;
  /** The limits that it will have, and those that the caller sent. */
  limits: AnswerRules;
  given: Parameters<typeof ruleErrors>[2];
}

/**
 * Throws Invalid by field unless the category exists, the limits fit the type, and the conditions can hold, each of which must name an option of
 * an earlier question of the same survey. Conditions can therefore form no circle.
 */
export async function checkQuestion(tx: Tx, applicationId: number, question: Checked): Promise<void> {
  const { category_id, wanted, type_of } = question;
  const errors = ruleErrors(type_of, question.limits, question.given);
  if (category_id !== null && !(await categoryExists(tx, applicationId, category_id)))
    errors['category_id'] = ['This category does not exist.'];
  const all = await listQuestionsOfSurvey(tx, applicationId, question.survey_id);
  const place = question.id === undefined ? all.length : all.findIndex(({ id }) => id === question.id);
  for (const [index, { question_id, option_id }] of (wanted?.conditions ?? []).entries()) {
    const before = all.slice(0, place).find(({ id }) => id === question_id);
    const field = wanted?.fieldOf(index, before ? 'option_id' : 'question_id') ?? '';
    if (!before) errors[field] = ['Choose a question that comes before this one.'];
    else if (feedback.isTyped(before.type_of) || !before.options.some(({ id }) => id === option_id))
      errors[field] = ['Choose one of the answers to that question.'];
  }
  const stored = all.find(({ id }) => id === question.id);
  const dependent = all.find(({ conditions }) => conditions.some(({ question_id }) => question_id === question.id));
  const losesOptions = feedback.isTyped(type_of) || (type_of === 'consent' && stored?.type_of !== 'consent');
  if (losesOptions && dependent)
    errors['type_of'] = [`“${dependent.title}” is shown because of an answer to this question. Change that first.`];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Returns the complete order from the given part. Questions that are not in it, because somebody added them meanwhile,
 * come last; questions that no longer exist are left out. Throws Invalid when a question would come before the one that
 * a condition of it names.
 */
export function wholeOrder(all: readonly questions.Question[], wanted: readonly number[]): number[] {
  const ids = completeOrder(all, wanted);
  for (const { id, title, conditions } of all) {
    const late = conditions.find(({ question_id }) => ids.indexOf(question_id) > ids.indexOf(id));
    if (late)
      throw new Invalid({
        question_ids: [`“${title}” hangs on an answer to “${late.question}”, so it has to come after it.`],
      });
  }
  return ids;
}

export function completeOrder(all: readonly { id: number }[], wanted: readonly number[]): number[] {
  const known = new Set(all.map(({ id }) => id));
  return [...new Set([...wanted.filter((id) => known.has(id)), ...known])];
}
