import type { feedback } from '@wardvoice/contract';

/** By language: the texts that are there. */
export type Translations = Readonly<Record<string, Partial<Record<string, string>>>>;

/** What a survey asks, in all its languages, as one value: read in one statement, kept as it was before each change. */
export interface SurveyContent {
  default_language: string;
  /** Beside the default. */
  languages: string[];
  title: string;
  introduction: string;
  thank_you: string;
  translations: Translations;
  /** In the order they are asked. */
  questions: ContentQuestion[];
}

export interface ContentQuestion {
  id: number;
  title: string;
  translations: Translations;
  type_of: feedback.QuestionType;
  required: boolean;
  category_id: number | null;
  condition_question_id: number | null;
  condition_option_id: number | null;
  options: ContentOption[];
}

export interface ContentOption {
  id: number;
  title: string;
  translations: Translations;
  value: number;
  escalate: boolean;
  notify: boolean;
}

/** Where a question takes its heading and its department from: as they are now, also for an earlier revision. */
export interface ContentCategory {
  id: number;
  title: string;
  translations: Translations;
  department_id: number | null;
}

/** A text in a language, or as it was written; an empty translation counts as none. */
export function textIn<Field extends string>(
  row: { [F in Field]: string } & { translations: Translations },
  field: Field,
  language: string,
): string {
  return row.translations[language]?.[field] || row[field];
}
