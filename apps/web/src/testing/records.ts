import type { categories, Page, questions, ReplyOf, sendingHolds } from '@wardvoice/contract';

/** One page of a list, as the server answers it. */
export function pageOf<T>(data: T[], { page = 1, perPage = 25, total = data.length } = {}): Page<T> {
  const before = (page - 1) * perPage;
  return {
    data,
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    from: data.length === 0 ? 0 : before + 1,
    to: before + data.length,
  };
}

export const categoryOf = (
  id: number,
  title: string,
  more: Partial<categories.Category> = {},
): categories.Category => ({
  id,
  title,
  department_id: null,
  department: null,
  translations: {},
  questions_count: 0,
  version: 1,
  ...more,
});

export const questionOf = (id: number, title: string, more: Partial<questions.Question> = {}): questions.Question => ({
  id,
  survey_id: 2,
  survey_title: 'Discharge',
  title,
  type_of: 'radio',
  required: false,
  category_id: null,
  category: null,
  sort_order: id,
  conditions: [],
  condition_match: 'all',
  condition_question_id: null,
  condition_option_id: null,
  condition: null,
  smallest: null,
  largest: null,
  step: null,
  unit: null,
  earliest: null,
  latest: null,
  purpose: null,
  scale: null,
  options: [],
  version: 3,
  ...more,
});

type OwnHold = NonNullable<ReplyOf<typeof sendingHolds.findSendingHold>['data']>;

/** Somebody has stopped what goes to patients. */
export const sendingHoldOf = (more: Partial<OwnHold> = {}): OwnHold => ({
  reason: 'by_hand',
  held_at: '2026-11-20T10:00:00.000Z',
  held_by_name: 'Robin Wardly',
  note: null,
  waiting: 12,
  data_of: null,
  may_have_left: 0,
  ...more,
});
