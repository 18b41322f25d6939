import type { feedback } from '@wardvoice/contract';
import { textIn, type ContentCategory, type ContentQuestion, type SurveyContent } from './survey-content.ts';

/** A survey as a patient is asked it: texts in their language, beside them those of the survey's own for staff. */
export interface SurveyForm {
  id: number;
  active: boolean;
  /** Which of the survey's wordings this is. */
  revision: number;
  title: string;
  introduction: string;
  thank_you: string;
  /** What the texts are in. */
  language: string;
  /** All it can be shown in, its default first. */
  languages: string[];
  /** In the order they are asked. */
  questions: FormQuestion[];
}

export interface FormQuestion {
  id: number;
  title: string;
  /** In the survey's default language; so are the others of this name. */
  standard_title: string;
  type_of: feedback.QuestionType;
  required: boolean;
  category: {
    id: number | null;
    title: string;
    standard_title: string | null;
    /** Hears of answers that call for help. */
    department_id: number | null;
  };
  /** Asked only when that question has that option. */
  condition: { question_id: number; option_id: number } | null;
  options: FormOption[];
}

export interface FormOption {
  id: number;
  title: string;
  standard_title: string;
  /** 0 to 100 */
  value: number;
  /** Opens a case. */
  escalate: boolean;
  /** Tells the department, without a case. */
  notify: boolean;
}

/** Questions under their categories, in the order the categories first come up. */
export function groupByCategory(
  questions: readonly FormQuestion[],
): { id: number | null; title: string; questions: FormQuestion[] }[] {
  const groups = new Map<number | null, { id: number | null; title: string; questions: FormQuestion[] }>();
  for (const question of questions) {
    const { id, title } = question.category;
    const group = groups.get(id) ?? { id, title, questions: [] };
    group.questions.push(question);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** What patients are asked, in the first of these languages that the survey has. */
export function formIn(
  content: SurveyContent,
  categories: readonly ContentCategory[],
  wanted: readonly (string | null | undefined)[],
): Omit<SurveyForm, 'id' | 'active' | 'revision'> {
  const languages = [...new Set([content.default_language, ...content.languages])];
  const language = wanted.find((code) => languages.includes(code ?? '')) ?? content.default_language;
  const categoryById = new Map(categories.map((category) => [category.id, category]));
  return {
    title: textIn(content, 'title', language),
    introduction: textIn(content, 'introduction', language),
    thank_you: textIn(content, 'thank_you', language),
    language,
    languages,
    // A choice without anything to choose could never be answered.
    questions: content.questions
      .filter(({ type_of, options }) => type_of === 'text' || options.length > 0)
      .map((question) => toFormQuestion(question, categoryById.get(question.category_id ?? 0), language)),
  };
}

function toFormQuestion(
  question: ContentQuestion,
  category: ContentCategory | undefined,
  language: string,
): FormQuestion {
  const { id, title, type_of, required, condition_question_id, condition_option_id, options } = question;
  return {
    id,
    title: textIn(question, 'title', language),
    standard_title: title,
    type_of,
    required,
    category: {
      id: category?.id ?? null,
      title: category ? textIn(category, 'title', language) : '',
      standard_title: category?.title ?? null,
      department_id: category?.department_id ?? null,
    },
    condition:
      condition_question_id !== null && condition_option_id !== null
        ? { question_id: condition_question_id, option_id: condition_option_id }
        : null,
    options: options.map((option) => ({
      id: option.id,
      title: textIn(option, 'title', language),
      standard_title: option.title,
      value: option.value,
      escalate: option.escalate,
      notify: option.notify,
    })),
  };
}
