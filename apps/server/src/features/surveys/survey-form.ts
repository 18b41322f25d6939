import type { feedback } from '@wardvoice/contract';

/** A survey as a patient is asked it: texts in their language, beside them those of the survey's own for staff. */
export interface SurveyForm {
  id: number;
  active: boolean;
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
