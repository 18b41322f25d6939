// @vitest-environment jsdom
import '../app/i18n/all-texts.ts';
import { savedViews } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { titleOfList } from '../ui/domain/saved-views/list-titles.ts';
import { router } from './router.tsx';

/** Screens whose address is the query of their call, but which show no list with filters of its own. */
const NO_LISTS = [
  '/cases/by_cause',
  '/contacts/duplicates',
  '/patients/doubts',
  '/reports/comparison',
  '/reports/organisations',
  '/reports/questions',
  '/reports/themes',
  '/reports/trend',
  '/reports/wards',
  '/surveys/$id/results',
];

it('the filters of every list can be saved, by the call that its screen makes, and each list has a name', () => {
  const screens = Object.values(router.routesByPath).flatMap(({ fullPath, options }) =>
    options.staticData?.list ? [{ path: fullPath, call: options.staticData.list }] : [],
  );
  expect(screens.length).toBeGreaterThan(25);
  const others = screens.filter(({ path }) => !NO_LISTS.includes(path));
  expect(others.map(({ path }) => path).toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(savedViews.LISTS).toSorted((a, b) => a.localeCompare(b)),
  );
  const named = (path: string) => path.replace(/\$\w+/, 'ADT');
  expect(others.filter(({ path, call }) => savedViews.findList(named(path))?.call !== call)).toEqual([]);
  expect(others.filter(({ path }) => /:|^$/.test(titleOfList(path)))).toEqual([]);
});
