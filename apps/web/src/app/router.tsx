import { createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { fromSearch, toSearch } from '../api/address.ts';
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
  parseSearch: fromSearch,
  stringifySearch: toSearch,
  defaultPreload: 'intent',
  defaultErrorComponent: RouteFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
