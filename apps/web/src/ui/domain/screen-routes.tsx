import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  Navigate,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Endpoint, Schema } from '@wardvoice/contract';
import { searchOf, withoutStandard } from '../../api/search.ts';
import { getSession } from '../../api/session.ts';
import { askOtherTabs } from '../../api/share-session.ts';
import { loadScreen } from './load-screen.ts';

/** The parent of the screens of somebody who has not signed in. */
export const root = createRootRoute({ notFoundComponent: () => <Navigate to="/dashboard" replace /> });

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

/** Each screen is loaded when it is first opened. Without a connection it waits for one, and the former screen stays. */
export const page = <Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent => lazyRouteComponent(() => loadScreen(load), name);

/** The address of a list screen is the query of its call, without what the contract fills in by itself. */
export const listScreen = <E extends Endpoint<Schema | undefined, Schema>>(endpoint: E) => ({
  validateSearch: searchOf(endpoint),
  search: { middlewares: [withoutStandard(endpoint)] },
});
