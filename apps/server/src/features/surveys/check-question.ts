import type { feedback, questions } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import { categoryExists, listQuestionsOfSurvey } from './questions.queries.ts';

interface Checked {
  /** undefined for a new question, which is added at the end. */
  id?: number;
  survey_id: number;
  type_of: feedback.QuestionType;
  category_id: number | null;
  condition_question_id: number | null;
  condition_option_id: number | null;
}

/**
 * Throws Invalid by field unless the category exists and the condition can hold, which must name an option of an
 * earlier question of the same survey. Conditions can therefore form no circle.
 */
export async function checkQuestion(tx: Tx, applicationId: number, question: Checked): Promise<void> {
  const errors: Record<string, string[]> = {};
  const { category_id, condition_question_id, condition_option_id } = question;
  if (category_id !== null && !(await categoryExists(tx, applicationId, category_id)))
    errors['category_id'] = ['This category does not exist.'];
  const all = await listQuestionsOfSurvey(tx, applicationId, question.survey_id);
  if (condition_question_id !== null) {
    const place = question.id === undefined ? all.length : all.findIndex(({ id }) => id === question.id);
    const before = all.slice(0, place).find(({ id }) => id === condition_question_id);
    if (!before) errors['condition_question_id'] = ['Choose a question that comes before this one.'];
    else if (before.type_of === 'text' || !before.options.some(({ id }) => id === condition_option_id))
      errors['condition_option_id'] = ['Choose one of the answers to that question.'];
  }
  const dependent = all.find((other) => question.id !== undefined && other.condition_question_id === question.id);
  if (question.type_of === 'text' && dependent)
    errors['type_of'] = [`“${dependent.title}” is shown because of an answer to this question. Change that first.`];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Returns the complete order from the given part. Questions that are not in it, because somebody added them meanwhile,
 * come last; questions that no longer exist are left out. Throws Invalid when a question would come before the one that
 * its condition names.
 */
export function wholeOrder(all: readonly questions.Question[], wanted: readonly number[]): number[] {
  const ids = completeOrder(all, wanted);
  for (const { id, title, condition_question_id, condition } of all) {
    if (condition_question_id !== null && ids.indexOf(condition_question_id) > ids.indexOf(id))
      throw new Invalid({
        question_ids: [`“${title}” hangs on an answer to “${condition?.question ?? ''}”, so it has to come after it.`],
      });
  }
  return ids;
}

export function completeOrder(all: readonly { id: number }[], wanted: readonly number[]): number[] {
  const known = new Set(all.map(({ id }) => id));
  return [...new Set([...wanted.filter((id) => known.has(id)), ...known])];
}
