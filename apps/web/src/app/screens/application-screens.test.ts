// @vitest-environment jsdom
import type { AnyRoute } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import '../i18n/all-texts.ts';
import * as slices from '../slices.ts';
import { routes as screens } from './routes.tsx';

/** Screens that open without an application: they show one's own things, or those of all. */
const OF_NO_APPLICATION =
  /^\/(account|account-emails|alarms|applications|audit|dashboard|gallery|lock|permissions|texts|users)(\/|$)|^\/messages\/(errors|\$id)$/;

it('every other screen asks for an application', () => {
  const routes: readonly AnyRoute[] = [...screens, ...Object.values(slices).flatMap((slice) => [...slice.routes])];
  const wrong = routes.flatMap(({ options }) => {
    const path = 'path' in options ? String(options.path) : '';
    const isFree = OF_NO_APPLICATION.test(path) && path !== '/users/invite';
    const asks = (options.component as { name?: string }).name === 'InApplication';
    return asks === isFree ? [path] : [];
  });
  expect(wrong).toEqual([]);
});
