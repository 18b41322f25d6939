// @vitest-environment jsdom
import { renderRoutes, screen, waitFor } from '../../testing/render.tsx';
import { createRootRoute, createRoute, Link, Outlet } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import { expect, it } from 'vitest';
import { useFocusOnNewScreen } from './use-focus-on-new-screen.ts';

function Frame() {
  const main = useRef<HTMLElement>(null);
  useFocusOnNewScreen(main);
  return (
    <main ref={main} tabIndex={-1}>
      <Outlet />
    </main>
  );
}

/** Somebody who is in the field as soon as it is there, before the address is settled. */
function FieldOfSomebodyFast() {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return <input ref={field} aria-label="Name" />;
}

const root = createRootRoute({ component: Frame });
const at = (path: string, component: () => React.ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });
const start = at('/', () => (
  <>
    <Link to="/applications/index">To the list</Link>
    <Link to="/applications/create">To the form</Link>
  </>
));
const tree = root.addChildren([
  start,
  at('/applications/index', () => <h1>List</h1>),
  at('/applications/create', FieldOfSomebodyFast),
]);

it('is on the content of a screen that was opened', async () => {
  const { user } = await renderRoutes(tree, '/');
  expect(document.activeElement).toBe(document.body);
  await user.click(screen.getByRole('link', { name: 'To the list' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  expect(screen.getByRole('heading', { name: 'List' })).toBeDefined();
});

it('stays where somebody fast has put it in the new screen', async () => {
  const { user, router } = await renderRoutes(tree, '/');
  await user.click(screen.getByRole('link', { name: 'To the form' }));
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/applications/create'));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
});
