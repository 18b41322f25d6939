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
  };
};

export const questionValues = (question: questions.Question | undefined): QuestionValues => ({
  question: {
    title: question?.title ?? '',
    type_of: question?.type_of ?? 'radio',
    required: question?.required ?? false,
    category_id: question?.category_id ?? null,
    conditions: (question?.conditions ?? []).map(({ question_id, option_id }) => ({ question_id, option_id })),
    condition_match: question?.condition_match ?? 'all',
    ...(question ? { version: question.version } : {}),
  },
});

/** Makes the body of the call. The form refuses conditions that are not complete before it comes to this. */
export const questionBody = ({ question: { conditions, ...question } }: QuestionValues) => ({
  question: {
    ...question,
    conditions: conditions.flatMap(({ question_id, option_id }) =>
      question_id === null || option_id === null ? [] : [{ question_id, option_id }],
    ),
  },
});
