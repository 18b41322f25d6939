import './browser.ts';
import '../app/i18n/all-texts.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { modals, ModalsProvider } from '@mantine/modals';
import { notifications, Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type AnyRoute,
  type AnyRouter,
} from '@tanstack/react-router';
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { fromSearch, toSearch, type Values } from '../api/address.ts';
import { endSession, stay } from '../api/session.ts';
import { queryClient } from '../app/query-client.ts';
import { theme } from '../app/theme/theme.ts';
import { ApplicationRegion } from '../ui/domain/application-region.tsx';
import { setWindowWidth } from './browser.ts';
import { undoAfterEachTest } from './undo.ts';

export { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
export { queryClient, setWindowWidth };

// A machine that does much else at once is slow, not wrong.
configure({
  asyncUtilTimeout: 8000,
  // The sentence says what was looked for; the whole page below it would hide that.
  getElementError: (message) => new Error(message?.split('\n\n<body')[0] ?? 'Nothing was found.'),
});

undoAfterEachTest(() => {
  act(() => {
    modals.closeAll();
    notifications.clean();
  });
  cleanup();
  queryClient.clear();
  stay();
  endSession();
  sessionStorage.clear();
  setWindowWidth(1280);
});

export interface Drawn {
  user: ReturnType<typeof userEvent.setup>;
  /** Where the screen is now, its filters as the address has them. */
  at: () => { path: string; search: Values };
  router: AnyRouter;
}

/**
 * Draws something as the application does, with its texts, theme, calls, boxes and notices, at an address of its own.
 * `draw` gets the filters of the address. Every other address is a page that says where it is.
 */
export async function renderAt(draw: ReactNode | ((search: Values) => ReactNode), search = ''): Promise<Drawn> {
  const root = createRootRoute();
  const here = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: function Here() {
      const values = here.useSearch() as Values;
      return typeof draw === 'function' ? draw(values) : draw;
    },
  });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere });
  return renderRoutes(root.addChildren([here, elsewhere]), `/${search}`);
}

/** What stands at every address that a test does not draw. */
export const Elsewhere = () => <p>Another screen</p>;

/** Draws the route at an address, inside of everything that the application puts around its screens. */
export async function renderRoutes(routeTree: AnyRoute, address: string): Promise<Drawn> {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch: fromSearch,
    stringifySearch: toSearch,
  });
  render(
    <DirectionProvider>
      <MantineProvider theme={theme} env="test" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <ApplicationRegion>
            <ModalsProvider>
              <Notifications />
              <RouterProvider router={router} />
            </ModalsProvider>
          </ApplicationRegion>
        </QueryClientProvider>
      </MantineProvider>
    </DirectionProvider>,
  );
  await waitFor(() => {
    if (router.state.status !== 'idle') throw new Error('The first screen is still on its way.');
  });
  const at = () => ({ path: router.state.location.pathname, search: router.state.location.search as Values });
  return { user: setUpUser(), at, router };
}

/** A user who, as people do, waits until a button that shows that it is busy can be pressed. */
function setUpUser(): Drawn['user'] {
  const user = userEvent.setup({ delay: null });
  const click: typeof user.click = async (element) => {
    await waitFor(() => {
      if (element.closest('[data-loading]')) throw new Error(`“${element.textContent}” is still busy.`);
    });
    await user.click(element);
  };
  return { ...user, click };
}

/** Answers the box that asks No or Yes. */
export async function answerBox(user: Drawn['user'], answer: 'Yes' | 'No'): Promise<void> {
  await user.click(await screen.findByRole('button', { name: answer }));
}
