import { createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createContext, useContext, useEffect } from 'react';
import { fromSearch, toSearch } from '../api/address.ts';
import { SUB_PATH } from '../api/sub-path.ts';
import { openRoutes } from '../features/account/open-routes.tsx';
import { root } from '../ui/domain/root-route.tsx';
import { history } from './browser-history.ts';
import { RouteFailed } from './route-failed.tsx';

const Leave = createContext<() => void>(() => undefined);

const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });

const router = createRouter({
  routeTree: root.addChildren([...openRoutes, elsewhere]),
  history,
  basepath: SUB_PATH || '/',
  parseSearch: fromSearch,
  stringifySearch: toSearch,
  defaultErrorComponent: RouteFailed,
});

/** Whether the address is of a screen before the sign-in. Those need a small part of the application. */
export function isOpenScreen(path: string): boolean {
  const [, , matched] = router.getMatchedRoutes(path);
  return openRoutes.some((route) => route === matched);
}

/** The screens before the sign-in. `onLeave` is called when somebody goes to any other. */
export function OpenScreens({ onLeave }: { onLeave: () => void }) {
  return (
    <Leave value={onLeave}>
      <RouterProvider router={router} />
    </Leave>
  );
}

function Elsewhere() {
  const leave = useContext(Leave);
  useEffect(leave, [leave]);
  return null;
}
