import type { categories, Page } from '@wardvoice/contract';

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
