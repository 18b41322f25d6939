import type { feedback } from '@wardvoice/contract';

/** A text in every language of the portal. */
export type Texts = Readonly<Record<(typeof feedback.PORTAL_LANGUAGES)[number], string>>;

export interface TemplateOption {
  title: Texts;
  /** 0 to 100. Null: the answer does not count. */
  value: number | null;
  escalate?: boolean;
  notify?: boolean;
}

export interface TemplateQuestion {
  /** Name within the template. */
  key: string;
  title: Texts;
  type_of: feedback.QuestionType;
  required?: boolean;
  /** Name of a category, which the caller maps to one of the application's. */
  category: string;
  /** Names of the template's options, in order. */
  options?: readonly string[];
  condition?: { question: string; option: string };
}

/** A survey ready for use, worded in all languages of the portal. */
export interface SurveyTemplate {
  title: Texts;
  introduction: Texts;
  thank_you: Texts;
  options: Readonly<Record<string, TemplateOption>>;
  questions: readonly TemplateQuestion[];
}

/** Returns options whose titles are numbers and therefore the same in every language. */
export function numbered(prefix: string, from: number, to: number): Record<string, TemplateOption> {
  const options: Record<string, TemplateOption> = {};
  for (let number = from; number <= to; number += 1) {
    const text = String(number);
    options[`${prefix}${text}`] = {
      title: { en: text, ar: text, fr: text, es: text, pl: text, ur: text },
      value: Math.round(((number - from) / (to - from)) * 100),
    };
  }
  return options;
}
