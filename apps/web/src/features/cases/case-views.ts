import type { QueryOf, cases } from '@wardvoice/contract';

export const VIEWS = ['open', 'mine', 'closed', 'all'] as const;
export type CaseView = (typeof VIEWS)[number];

type Search = Pick<QueryOf<typeof cases.listCases>, 'open' | 'mine' | 'state'>;

/** The view that the filters amount to; any other choice of filters is part of "all". */
export function viewOf({ open, mine, state }: Search): CaseView {
  if (mine === '1') return 'mine';
  if (open === '1') return 'open';
  return state === 'closed' ? 'closed' : 'all';
}

export function searchOfView(view: CaseView): Search {
  switch (view) {
    case 'open':
      return { open: '1' };
    case 'mine':
      return { open: '1', mine: '1' };
    case 'closed':
      return { state: 'closed' };
    case 'all':
      return {};
  }
}
