import { savedViews } from '@wardvoice/contract';

/** The address that opens a view, without filters that its list does not know any more. */
export function hrefOfView({ list, address }: Pick<savedViews.SavedView, 'list' | 'address'>): string {
  const found = savedViews.findList(list);
  const kept = found ? savedViews.checkAddress(found.call, address).address : '';
  return kept === '' ? list : `${list}?${kept}`;
}
