import { createRoute, redirect, type RouteComponent } from '@tanstack/react-router';
import type { Endpoint, Schema } from '@wardvoice/contract';
import { searchOf, withoutStandard } from '../../api/search.ts';
import { getSession, useSession } from '../../api/session.ts';
import { askOtherTabs } from '../../api/share-session.ts';
import type { ComponentType } from 'react';
import { NoApplicationPage } from './no-application/no-application-page.tsx';
import { page, root } from './root-route.tsx';

export { page, root } from './root-route.tsx';

/**
 * The parent of every other screen: it asks for a session first, the other tabs of the browser before the person. The
 * application gives it its menu and header. Links in e-mails and SMS say which application they are about.
 */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  validateSearch: ({ application }: { application?: string }): { application?: string } =>
    application === undefined ? {} : { application },
  beforeLoad: async ({ location }) => {
    if (!getSession() && !(await askOtherTabs()))
      redirect({ to: '/login', search: { redirect: location.href }, throw: true });
  },
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The call of a list, whose query is the address of the screen. */
    list?: Endpoint<Schema | undefined, Schema>;
  }
}

/** The address of a list screen is the query of its call, without what the contract fills in by itself. */
export const listScreen = <E extends Endpoint<Schema | undefined, Schema>>(endpoint: E) => ({
  validateSearch: searchOf(endpoint),
  search: { middlewares: [withoutStandard(endpoint)] },
  staticData: { list: endpoint },
});

/** A screen of one application: whoever works in none is asked for it there, and comes to the screen. */
export function applicationPage<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteComponent {
  const Screen = page(load, name);
  const InApplication = () => (useSession()?.application_user.application ? <Screen /> : <NoApplicationPage />);
  return Object.assign(InApplication, { preload: () => Screen.preload?.() });
}
