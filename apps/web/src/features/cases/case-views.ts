import type { QueryOf, cases } from '@wardvoice/contract';

export const VIEWS = ['open', 'overdue', 'mine', 'closed', 'all'] as const;
export type CaseView = (typeof VIEWS)[number];

type Search = Pick<QueryOf<typeof cases.listCases>, 'open' | 'mine' | 'overdue' | 'state' | 'sort'>;

/** Returns the view that the filters stand for. Every other choice of filters belongs to "all". */
export function viewOf({ open, mine, overdue, state }: Omit<Search, 'sort'>): CaseView {
  if (overdue === '1') return 'overdue';
  if (mine === '1') return 'mine';
  if (open === '1') return 'open';
  return state === 'closed' ? 'closed' : 'all';
}

export function searchOfView(view: CaseView): Partial<Search> {
  switch (view) {
    case 'open':
      return { open: '1' };
    case 'overdue':
      return { overdue: '1', sort: 'due_at' };
    case 'mine':
      return { open: '1', mine: '1' };
    case 'closed':
      return { state: 'closed' };
    case 'all':
      return {};
  }
}
