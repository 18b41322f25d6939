import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { savedViews } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useApplication } from '../../../api/session.ts';
import { hrefOfView } from './href-of-view.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the saved view that was opened. It stays while the filters change, so that they can be compared. */
    view?: number | undefined;
  }
}

export interface ListViews {
  /** Address of the screen. */
  list: string;
  /** Those of this list, by name. */
  views: readonly savedViews.SavedView[];
  /** The filters that are set now, as a view keeps them; empty while none is. */
  address: string;
  /** The view that was opened, or has exactly these filters. */
  inUse: savedViews.SavedView | undefined;
  /** Whether the filters are others than those of the view in use. */
  isChanged: boolean;
  /** Filters of the view in use that the list does not know any more. */
  dropped: readonly string[];
  open: (view: savedViews.SavedView) => void;
  /** Keeps the filters, and shows this view as the one in use; null: none. */
  show: (id: number | null) => void;
}

/** The saved views of the list on the screen. Null where nobody can save any: outside of an application, or of a list. */
export function useSavedViews(search: object): ListViews | null {
  const application = useApplication();
  const navigate = useNavigate();
  const { pathname: list, state } = useLocation();
  const found = savedViews.findList(list);
  const { data } = useQuery({
    ...ask(savedViews.listSavedViews, {}, { failureIsShown: true }),
    enabled: application !== null && found !== undefined,
  });
  if (application === null || !found) return null;
  const { call } = found;
  const views = data?.data.filter((view) => view.list === list) ?? [];
  const address = savedViews.writeAddress(call, search);
  const opened = views.find(({ id }) => id === state.view);
  const inUse = opened ?? (address === '' ? undefined : views.find((view) => view.address === address));
  const kept = inUse && savedViews.checkAddress(call, inUse.address);
  return {
    list,
    views,
    address,
    inUse,
    isChanged: kept !== undefined && kept.address !== address,
    dropped: kept?.dropped ?? [],
    open: (view) => void navigate({ href: hrefOfView(view), state: { view: view.id } }),
    show: (id) =>
      void navigate({
        to: '.',
        search: (old) => old,
        state: { view: id ?? undefined },
        replace: true,
        resetScroll: false,
      }),
  };
}
