import { createRoute, redirect } from '@tanstack/react-router';
import type { Endpoint, Schema } from '@wardvoice/contract';
import { searchOf, withoutStandard } from '../../api/search.ts';
import { getSession } from '../../api/session.ts';
import { askOtherTabs } from '../../api/share-session.ts';
import { root } from './root-route.tsx';

export { page, root } from './root-route.tsx';

/**
 * The parent of every other screen: it asks for a session first, the other tabs of the browser before the person. The
 * application gives it its menu and header.
 */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if (!getSession() && !(await askOtherTabs()))
      redirect({ to: '/login', search: { redirect: location.href }, throw: true });
  },
});

/** The address of a list screen is the query of its call, without what the contract fills in by itself. */
export const listScreen = <E extends Endpoint<Schema | undefined, Schema>>(endpoint: E) => ({
  validateSearch: searchOf(endpoint),
  search: { middlewares: [withoutStandard(endpoint)] },
});
