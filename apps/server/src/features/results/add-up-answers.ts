import type { results } from '@wardvoice/contract';
import type { AnswerRow } from './results.queries.ts';
import type { Counted } from './small-groups.ts';

/** A question in one wording, with the options that were chosen. */
export interface AskedQuestion {
  id: number;
  title: string;
  type_of: string | null;
  category: string | null;
  /** Number of people. */
  answered: number;
  options: Omit<results.QuestionResult['options'][number], 'share'>[];
  /** Number of people who chose an option with a value. */
  counting: number;
  /** For answers with a value: their number, the sum of values, and how many are above 50, from 90, up to 60. */
  valued: number;
  value_sum: number;
  satisfied: number;
  promoters: number;
  detractors: number;
}

export function addUp(rows: readonly AnswerRow[]): AskedQuestion[] {
  const questions = new Map<string, AskedQuestion>();
  for (const row of rows) {
    const key = JSON.stringify([row.question_id, row.title, row.type_of, row.category]);
    const question = questions.get(key) ?? emptyQuestion(row);
    questions.set(key, question);
    const { option_title, value, count } = row;
    question.answered += count;
    if (option_title !== null) question.options.push({ title: option_title, value, count });
    if (value === null) continue;
    question.counting += row.people;
    question.valued += count;
    question.value_sum += count * value;
    if (value > 50) question.satisfied += count;
    if (value >= 90) question.promoters += count;
    if (value <= 60) question.detractors += count;
  }
  const people = countPeople(rows);
  for (const question of questions.values()) {
    const count = people.get(wordsOf(question.id, question.title));
    if (count !== undefined) question.answered = Math.min(question.answered, count);
  }
  return [...questions.values()];
}

/** Counts people by question where several options can be chosen. Old answers may have no type, and are included. */
function countPeople(rows: readonly AnswerRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { question_id, title, type_of, people } of rows) {
    if (type_of !== 'checkbox' && type_of !== null) continue;
    const words = wordsOf(question_id, title);
    counts.set(words, (counts.get(words) ?? 0) + people);
  }
  return counts;
}

const wordsOf = (id: number, title: string) => JSON.stringify([id, title]);

const emptyQuestion = ({ question_id, title, type_of, category }: AnswerRow): AskedQuestion => ({
  id: question_id,
  title,
  type_of,
  category,
  answered: 0,
  options: [],
  counting: 0,
  valued: 0,
  value_sum: 0,
  satisfied: 0,
  promoters: 0,
  detractors: 0,
});

/**
 * Returns mean and satisfied share of the answers by category. The number of people is that of the question with most
 * answers: never too high, and known without reading the answers again.
 */
export function categoriesOf(questions: readonly AskedQuestion[]): Counted[] {
  const categories = new Map<string, Counted>();
  for (const { category, answered, valued, value_sum, satisfied } of questions) {
    if (category === null || valued === 0) continue;
    const sum = categories.get(category) ?? { title: category, answered: 0, scored: 0, score_sum: 0, satisfied: 0 };
    sum.answered = Math.max(sum.answered, answered);
    sum.scored += valued;
    sum.score_sum += value_sum;
    sum.satisfied += satisfied;
    categories.set(category, sum);
  }
  return [...categories.values()];
}
