import type { feedback, questions } from '@wardvoice/contract';

/** What the form of a question holds. */
export type QuestionValues = {
  question: {
    title: string;
    type_of: feedback.QuestionType;
    required: boolean;
    category_id: number | null;
    conditions: { question_id: number | null; option_id: number | null }[];
    condition_match: questions.Question['condition_match'];
    version?: number;
  } & Pick<questions.Question, (typeof LIMITS)[number]>;
};

/** The limits of numbers, those of days, and the purpose of a consent. The form keeps them while another type is chosen. */
const LIMITS = ['smallest', 'largest', 'step', 'unit', 'earliest', 'latest', 'purpose'] as const;

export const questionValues = (question: questions.Question | undefined): QuestionValues => ({
  question: {
    title: question?.title ?? '',
    type_of: question?.type_of ?? 'radio',
    required: question?.required ?? false,
    category_id: question?.category_id ?? null,
    conditions: (question?.conditions ?? []).map(({ question_id, option_id }) => ({ question_id, option_id })),
    condition_match: question?.condition_match ?? 'all',
    smallest: question?.smallest ?? null,
    largest: question?.largest ?? null,
    step: question?.step ?? null,
    unit: question?.unit ?? null,
    earliest: question?.earliest ?? null,
    latest: question?.latest ?? null,
    purpose: question?.purpose ?? null,
    ...(question ? { version: question.version } : {}),
  },
});

/**
 * Makes the body of the call, with the limits of the type that is chosen. The form refuses conditions that are not complete before
 * it comes to this.
 */
export function questionBody({ question }: QuestionValues) {
  const { conditions, smallest, largest, step, unit, earliest, latest, purpose, ...fields } = question;
  const { type_of } = fields;
  return {
    question: {
      ...fields,
      ...(type_of === 'number' ? { smallest, largest, step, unit } : {}),
      ...(type_of === 'date' ? { earliest, latest } : {}),
      ...(type_of === 'consent' ? { purpose } : {}),
      conditions: conditions.flatMap(({ question_id, option_id }) =>
        question_id === null || option_id === null ? [] : [{ question_id, option_id }],
      ),
    },
  };
}
