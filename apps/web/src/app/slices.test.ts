// @vitest-environment jsdom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { router } from './router.tsx';
import * as slices from './slices.ts';

const FEATURES = join(import.meta.dirname, '../features');

it('every slice of the web is collected, under the name of its folder', () => {
  const folders = readdirSync(FEATURES).map((name) => name.replaceAll('-', '_'));
  expect(Object.keys(slices).toSorted(), 'Name it in apps/web/src/app/slices.ts.').toEqual(folders.toSorted());
});

it('every screen of a slice can be reached, and no two have the same address', () => {
  const paths = Object.values(slices).flatMap(({ routes }) => routes.map(({ fullPath }) => fullPath));
  expect(paths.length).toBeGreaterThan(70);
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  expect(paths.filter((path) => !(path in router.routesByPath))).toEqual([]);
});

it('every screen but those for signing in lies in the shell, which asks for a session', () => {
  const outside = Object.values(router.routesById)
    .filter(({ id }) => id !== '__root__' && !id.startsWith('/shell'))
    .map(({ id }) => id);
  expect(outside).toEqual([
    '/login',
    '/real-login',
    '/signed-on',
    '/register',
    '/forgot-password',
    '/reset-password/$reset_token',
    '/confirm-registration/$registration_token',
    '/accept-invitation/$invitation_token',
  ]);
});
