import type { feedback, questions } from '@wardvoice/contract';
import type { AnswerRules } from './answer-rules.ts';

/** A question is shown when an earlier one was answered with an option. */
export type Condition = Pick<questions.Condition, 'question_id' | 'option_id'>;

/** Translations by language. */
export type Translations = Readonly<Record<string, Partial<Record<string, string>>>>;

/**
 * The content of a survey in all its languages, as one value: it is read in one statement, and stored before each
 * change.
 */
export interface SurveyContent {
  default_language: string;
  /** The languages besides the default. */
  languages: string[];
  title: string;
  introduction: string;
  thank_you: string;
  translations: Translations;
  /** Headings in their order. Revisions from before there were sections have none. */
  sections?: ContentSection[];
  /** In the order they are asked. */
  questions: ContentQuestion[];
}

export interface ContentSection {
  id: number;
  title: string;
  introduction: string;
  translations: Translations;
  /** Place among the sections and questions of the survey. */
  sort_order: number;
}

/** Revisions from before there were numbers and days have no limits. */
export interface ContentQuestion extends Partial<AnswerRules> {
  id: number;
  title: string;
  translations: Translations;
  type_of: feedback.QuestionType;
  required: boolean;
  category_id: number | null;
  /** Revisions from before there were sections have none. */
  sort_order?: number;
  /** Revisions from before there were several have the two fields after these. */
  conditions?: Condition[];
  condition_match?: 'all' | 'any';
  condition_question_id?: number | null;
  condition_option_id?: number | null;
  options: ContentOption[];
}

export interface ContentOption {
  id: number;
  title: string;
  translations: Translations;
  /** 0 to 100. Null: the answer does not count. */
  value: number | null;
  escalate: boolean;
  notify: boolean;
  /** Whether choosing it in a consent is to agree; null, or missing in earlier revisions: it belongs to no consent. */
  agrees?: boolean | null;
}

/**
 * The category of a question, which gives its heading and department. It is the current one also for an earlier
 * revision.
 */
export interface ContentCategory {
  id: number;
  title: string;
  translations: Translations;
  department_id: number | null;
}

/** Returns the conditions of a question in a revision of any time. */
export function conditionsOf({
  conditions,
  condition_question_id,
  condition_option_id,
}: Pick<ContentQuestion, 'conditions' | 'condition_question_id' | 'condition_option_id'>): Condition[] {
  if (conditions) return conditions;
  if (!condition_question_id || !condition_option_id) return [];
  return [{ question_id: condition_question_id, option_id: condition_option_id }];
}

/** Returns the section in which a question stands: the last one before it. */
export const sectionOf = ({ sections = [] }: SurveyContent, { sort_order = 0 }: ContentQuestion) =>
  sections.findLast((section) => section.sort_order <= sort_order);

/** Returns a text in a language, else in the default language. An empty translation counts as none. */
export function textIn<Field extends string>(
  row: { [F in Field]: string } & { translations: Translations },
  field: Field,
  language: string,
): string {
  return row.translations[language]?.[field] || row[field];
}
