import { createRoute, createRouter, type AnyRoute } from '@tanstack/react-router';
import { routes as screens } from '../app/screens/routes.tsx';
import * as slices from '../app/slices.ts';
import { root, shell } from '../ui/domain/screen-routes.tsx';
import { Elsewhere, renderRoutes, type Drawn } from './render.tsx';

const ofSession: readonly AnyRoute[] = [...screens, ...Object.values(slices).flatMap(({ routes }) => [...routes])];
const open: readonly AnyRoute[] = slices.account.openRoutes;

/**
 * Draws the screen at an address as the application routes it, without the menu and header around it. Every other
 * address is a page that says where it is. A screen behind the sign-in needs `signIn()` first.
 */
export function renderScreen(address: string): Promise<Drawn> {
  const wanted = routeOf(address);
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });
  const tree = open.includes(wanted)
    ? root.addChildren([wanted, elsewhere])
    : root.addChildren([shell.addChildren([wanted]), elsewhere]);
  return renderRoutes(tree, address);
}

function routeOf(address: string): AnyRoute {
  const everything = createRouter({ routeTree: root.addChildren([...open, shell.addChildren([...ofSession])]) });
  const [path = ''] = address.split('?');
  const [, , matched] = everything.getMatchedRoutes(path);
  const wanted = [...open, ...ofSession].find((route) => route === matched);
  if (!wanted) throw new Error(`The application has no screen at ${path}.`);
  return wanted;
}
