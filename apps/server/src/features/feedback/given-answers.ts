import { feedback } from '@wardvoice/contract';
import type { SurveyForm } from '../survey-content/index.ts';

export const MAX_CHARACTERS = 4000;

/** The input for one question, valid or not. */
export interface GivenAnswer {
  question_id: number;
  option_ids: number[];
  /** What was written. A number and a day are here as they were entered. */
  text: string | null;
}

export type Given = ReadonlyMap<number, GivenAnswer>;

/**
 * Returns the answers by question. Of two answers to one question the later one counts. A single choice may come in
 * either field.
 */
export function readGiven(responses: readonly feedback.AnswerBody[]): Given {
  return new Map(
    responses.map(({ question_id, option_id, option_ids, text, number, date }) => [
      question_id,
      {
        question_id,
        option_ids: [...new Set([...(option_id ? [option_id] : []), ...(option_ids ?? [])])],
        text: storable(text ?? date ?? numberAsText(number)) || null,
      },
    ]),
  );
}

/** Writes a number with all its decimals, so that 1.2 is not "1.200", which people write for a thousand and two hundred. */
function numberAsText(number: feedback.AnswerBody['number']): string {
  if (typeof number !== 'number') return number ?? '';
  const inFull = number.toFixed(feedback.MAX_DECIMALS);
  return Number(inFull) === number ? inFull : String(number);
}

/** Removes what a database cannot store: NUL, and unpaired surrogates. */
const storable = (text: string): string =>
  Buffer.from(text.replaceAll('\0', '').replaceAll('\r\n', '\n')).toString().trim();

/** Returns the input as it was given, to be shown again. */
export const asGiven = (responses: readonly feedback.AnswerBody[]): GivenAnswer[] => [...readGiven(responses).values()];

/** Returns the part of the input that belongs to the survey and is worth storing as a draft. */
export function keepKnown({ questions }: SurveyForm, given: Given): GivenAnswer[] {
  return questions.flatMap(({ id, type_of, options }) => {
    const answer = given.get(id);
    if (!answer) return [];
    const chosen = options.filter((option) => answer.option_ids.includes(option.id)).map((option) => option.id);
    const option_ids = type_of === 'checkbox' ? chosen : chosen.slice(0, 1);
    const text = feedback.isTyped(type_of) ? (answer.text?.slice(0, MAX_CHARACTERS) ?? null) : null;
    return option_ids.length > 0 || text ? [{ question_id: id, option_ids, text }] : [];
  });
}

/** Returns the answers to one wording of a survey that mean the same in another wording. */
export function keepMeant(draft: readonly GivenAnswer[], then: SurveyForm, now: SurveyForm): GivenAnswer[] {
  const wording = ({ questions }: SurveyForm, { question_id, option_ids }: GivenAnswer) => {
    const question = questions.find(({ id }) => id === question_id);
    const options = option_ids.map((id) => question?.options.find((option) => option.id === id)?.standard_title);
    return question && JSON.stringify([question.standard_title, question.type_of, options]);
  };
  return draft.filter((answer) => wording(then, answer) === wording(now, answer));
}

/**
 * Returns the ids of the questions that are asked. Conditions name earlier questions, so one pass in their order is enough, and
 * a condition on a later question, or on one that does not exist, never holds. An answer to a question that is not asked counts
 * as not given.
 */
export function askedQuestions({ questions }: Pick<SurveyForm, 'questions'>, given: Given): ReadonlySet<number> {
  const asked = new Set<number>();
  const holds = ({ question_id, option_id }: { question_id: number; option_id: number }) =>
    asked.has(question_id) && given.get(question_id)?.option_ids.includes(option_id) === true;
  for (const { id, condition } of questions) {
    const isAsked = !condition || (condition.match === 'any' ? condition.of.some(holds) : condition.of.every(holds));
    if (isAsked) asked.add(id);
  }
  return asked;
}
