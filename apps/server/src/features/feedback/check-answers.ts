import { feedback } from '@wardvoice/contract';
import { commentHasWordsOfHarm } from '../text-meaning/index.ts';
import {
  findDayProblem,
  findNumberProblem,
  parseDay,
  parseNumber,
  sayProblem,
  type AnswerWords,
  type FormOption,
  type FormQuestion,
  type SurveyForm,
} from '../survey-content/index.ts';
import { askedQuestions, MAX_CHARACTERS, type Given, type GivenAnswer } from './given-answers.ts';

/** A valid answer: options of the question, or a text, a number or a day. */
export interface CheckedAnswer {
  question: FormQuestion;
  options: FormOption[];
  text: string | null;
  /** The text says that somebody is harmed, or may be. */
  harm: boolean;
  number: number | null;
  /** ISO date. */
  day: string | null;
  /** The words of a consent and their language, and whether the person agreed to them. */
  consent: { text: string; language: string; agrees: boolean } | null;
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
    const read = readAnswer(question, given.get(question.id) ?? NOTHING, words, survey.language);
    if (typeof read === 'string') errors[fieldOf(question.id)] = [read];
    else if (read) answers.push({ question, ...read });
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, answers };
}

type Read = Omit<CheckedAnswer, 'question'>;
const NO_ANSWER: Read = { options: [], text: null, harm: false, number: null, day: null, consent: null };

/** Returns the answer, null when none was given and none is needed, or what is wrong with it. */
function readAnswer(
  question: FormQuestion,
  { option_ids, text }: Omit<GivenAnswer, 'question_id'>,
  words: AnswerWords,
  language: string,
): Read | string | null {
  const { type_of, required } = question;
  if (!feedback.isTyped(type_of)) return readChoice(question, option_ids, words);
  if (!text) return required ? words.required_text : null;
  switch (type_of) {
    case 'text':
      return text.length > MAX_CHARACTERS ? words.too_long : { ...NO_ANSWER, text, harm: commentHasWordsOfHarm(text) };
    case 'number': {
      const number = parseNumber(text, question);
      const problem = number === null ? 'not_a_number' : findNumberProblem(number, question);
      return problem ? sayProblem(problem, question, language) : { ...NO_ANSWER, number };
    }
    case 'date': {
      const day = parseDay(text);
      const problem = day === null ? 'not_a_day' : findDayProblem(day, question);
      return problem ? sayProblem(problem, question, language) : { ...NO_ANSWER, day };
    }
  }
}

function readChoice(question: FormQuestion, option_ids: readonly number[], words: AnswerWords): Read | string | null {
  const { type_of, required } = question;
  const options = question.options.filter(({ id }) => option_ids.includes(id));
  if (options.length < option_ids.length) return words.not_offered;
  if (type_of !== 'checkbox' && options.length > 1) return words.one_only;
  if (options.length > 0) return { ...NO_ANSWER, options, consent: consentIn(question, options[0]) };
  return required ? words.required_choice : null;
}

/** Returns what was consented to or not, in the words of the page. */
function consentIn(
  { type_of, title, title_language }: FormQuestion,
  chosen: FormOption | undefined,
): CheckedAnswer['consent'] {
  if (type_of !== 'consent' || !chosen || chosen.agrees === null) return null;
  return { text: `${title}\n${chosen.title}`, language: title_language, agrees: chosen.agrees };
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
