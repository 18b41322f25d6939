import { feedback } from '@wardvoice/contract';
import { rulesOf, withToday, type AnswerRules } from './answer-rules.ts';
import {
  conditionsOf,
  type Condition,
  sectionOf,
  textIn,
  type ContentCategory,
  type ContentQuestion,
  type ContentSection,
  type SurveyContent,
} from './survey-content.ts';

/** A survey for a patient: texts in their language, and those of the default language for staff. */
export interface SurveyForm {
  id: number;
  active: boolean;
  /** The revision of the wording. */
  revision: number;
  title: string;
  introduction: string;
  thank_you: string;
  /** The language of the texts. */
  language: string;
  /** All languages of the survey, its default first. */
  languages: string[];
  /** In the order they are asked. */
  questions: FormQuestion[];
}

/** Limits of days are ISO dates: "today" is the day on which the survey was read. The unit is in the patient's language. */
export interface FormQuestion extends AnswerRules {
  id: number;
  title: string;
  /** The language of the title, which is the default where it is not translated. */
  title_language: string;
  /** The title in the default language; the other fields named `standard_` are the same. */
  standard_title: string;
  type_of: feedback.QuestionType;
  standard_unit: string | null;
  required: boolean;
  category: {
    id: number | null;
    title: string;
    standard_title: string | null;
    /** The department that is notified of answers that escalate. */
    department_id: number | null;
  };
  /** The heading above it, in the language of the patient. */
  section: { id: number; title: string; introduction: string } | null;
  /** The question is asked only when all of these questions were answered with these options, or any. Null: always. */
  condition: { match: 'all' | 'any'; of: Condition[] } | null;
  options: FormOption[];
}

export interface FormOption {
  id: number;
  title: string;
  standard_title: string;
  /** 0 to 100. Null: the answer enters no score, mean or share. */
  value: number | null;
  /** Opens a case. */
  escalate: boolean;
  /** Notifies the department, without a case. */
  notify: boolean;
  /** Whether choosing it in a consent is to agree; null: it belongs to no consent. */
  agrees: boolean | null;
}

/** Groups questions by category, in the order in which the categories first occur. */
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

/** Returns the survey in the first of these languages that it has. */
export function formIn(
  content: SurveyContent,
  categories: readonly ContentCategory[],
  wanted: readonly (string | null | undefined)[],
  /** ISO date by the calendar of the application. */
  today: string,
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
    // A choice without options could never be answered, so it is left out.
    questions: content.questions
      .filter(({ type_of, options }) => feedback.isTyped(type_of) || options.length > 0)
      .map((question) => ({
        ...toFormQuestion(question, categoryById.get(question.category_id ?? 0), language),
        title_language: question.translations[language]?.['title'] ? language : content.default_language,
        ...withToday(limitsIn(question, language), today),
        section: headingOf(sectionOf(content, question), language),
      })),
  };
}

const headingOf = (section: ContentSection | undefined, language: string): FormQuestion['section'] =>
  section
    ? {
        id: section.id,
        title: textIn(section, 'title', language),
        introduction: textIn(section, 'introduction', language),
      }
    : null;

function limitsIn(question: ContentQuestion, language: string): AnswerRules {
  const limits = rulesOf(question);
  const { unit, translations } = { ...question, ...limits };
  return { ...limits, unit: unit === null ? null : textIn({ unit, translations }, 'unit', language) };
}

function toFormQuestion(
  question: ContentQuestion,
  category: ContentCategory | undefined,
  language: string,
): Omit<FormQuestion, 'section' | 'title_language' | keyof AnswerRules> {
  const { id, title, type_of, required, condition_match = 'all', options } = question;
  const conditions = conditionsOf(question);
  return {
    id,
    title: textIn(question, 'title', language),
    standard_title: title,
    standard_unit: question.unit ?? null,
    type_of,
    required,
    category: {
      id: category?.id ?? null,
      title: category ? textIn(category, 'title', language) : '',
      standard_title: category?.title ?? null,
      department_id: category?.department_id ?? null,
    },
    condition: conditions.length > 0 ? { match: condition_match, of: conditions } : null,
    options: options.map((option) => ({
      id: option.id,
      title: textIn(option, 'title', language),
      standard_title: option.title,
      value: option.value,
      escalate: option.escalate,
      notify: option.notify,
      agrees: option.agrees ?? null,
    })),
  };
}
