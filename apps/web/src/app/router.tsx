import { createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { fromSearch, toSearch } from '../api/address.ts';
import { SUB_PATH } from '../api/sub-path.ts';
import { hideEarlierNotices } from '../ui/domain/notices.ts';
import { root, shell } from '../ui/domain/screen-routes.tsx';
import { history } from './browser-history.ts';
import { RouteFailed } from './route-failed.tsx';
import * as screens from './screens/routes.tsx';
import { Shell } from './shell/shell.tsx';
import * as slices from './slices.ts';

shell.update({ component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: () => <Navigate to="/dashboard" replace />,
});

const routesOfSlices = Object.values(slices).flatMap(({ routes }) => [...routes]);

export const router = createRouter({
  routeTree: root.addChildren([
    ...slices.account.openRoutes,
    shell.addChildren([home, ...screens.routes, ...routesOfSlices]),
  ]),
  history,
  basepath: SUB_PATH || '/',
  parseSearch: fromSearch,
  stringifySearch: toSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
});

/** Each screen has an id at the root, for style sheets and for tests of others: "screen-contacts-id". */
router.subscribe('onResolved', () => {
  document.body.id = screenId(router.state.matches.at(-1)?.fullPath ?? '/');
});

let askedAt = performance.now();
history.subscribe(() => {
  askedAt = performance.now();
});
router.subscribe('onBeforeLoad', ({ pathChanged }) => {
  if (pathChanged) hideEarlierNotices(askedAt);
});

export const screenId = (path: string): string =>
  ['screen', ...path.split(/[^A-Za-z0-9]+/).filter(Boolean)].join('-').toLowerCase();

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
