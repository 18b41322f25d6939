import type { FormOption, FormQuestion, SurveyForm } from '../surveys/index.ts';
import type { AnswerWords } from './answer-words.ts';
import { askedQuestions, MAX_CHARACTERS, type Given, type GivenAnswer } from './given-answers.ts';

/** A valid answer: options of the question, or a text. */
export interface CheckedAnswer {
  question: FormQuestion;
  options: FormOption[];
  text: string | null;
}

export type CheckResult = { ok: true; answers: CheckedAnswer[] } | { ok: false; errors: Record<string, string[]> };

const NOTHING: Omit<GivenAnswer, 'question_id'> = { option_ids: [], text: null };

/** The name of a question in forms and in errors. */
export const fieldOf = (questionId: number): string => `question_${questionId}`;

/** Checks answers against the survey. Questions that are not asked need no answer, and answers to them are dropped. */
export function checkAnswers(survey: SurveyForm, given: Given, words: AnswerWords): CheckResult {
  const errors: Record<string, string[]> = {};
  const answers: CheckedAnswer[] = [];
  const known = new Set(survey.questions.map(({ id }) => id));
  for (const questionId of given.keys()) {
    if (!known.has(questionId)) errors[fieldOf(questionId)] = [words.not_offered];
  }
  const asked = askedQuestions(survey, given);
  for (const question of survey.questions.filter(({ id }) => asked.has(id))) {
    const { option_ids, text } = given.get(question.id) ?? NOTHING;
    const options = question.options.filter(({ id }) => option_ids.includes(id));
    const problem = problemWith(question, { option_ids, options, text }, words);
    if (problem) errors[fieldOf(question.id)] = [problem];
    else if (question.type_of === 'text' ? text : options.length > 0) answers.push({ question, options, text });
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, answers };
}

function problemWith(
  { type_of, required }: FormQuestion,
  { option_ids, options, text }: { option_ids: readonly number[]; options: readonly FormOption[]; text: string | null },
  words: AnswerWords,
): string | null {
  if (type_of === 'text') {
    if (required && !text) return words.required_text;
    return (text?.length ?? 0) > MAX_CHARACTERS ? words.too_long : null;
  }
  if (options.length < option_ids.length) return words.not_offered;
  if (type_of !== 'checkbox' && options.length > 1) return words.one_only;
  return required && options.length === 0 ? words.required_choice : null;
}

/**
 * Returns the mean of the answers' values, from 0 to 100 with two decimals. A checkbox counts as the mean of its chosen
 * options. Options without a value are left out. Returns null when no answer has a value.
 */
export function scoreOf(answers: readonly CheckedAnswer[]): number | null {
  const values = answers
    .map(({ options }) => options.flatMap(({ value }) => value ?? []))
    .filter((ofAnswer) => ofAnswer.length > 0)
    .map(mean);
  return values.length === 0 ? null : Math.round(mean(values) * 100) / 100;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
