// @vitest-environment jsdom
import { renderAt, screen, within } from '../../testing/render.tsx';
import { expect, it, vi } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import type { Filter } from '../kit/filters.tsx';
import { FilterBar } from './filter-bar.tsx';

const filtersOf = (count: number): Filter[] =>
  Array.from({ length: count }, (_, index) => ({ id: `f${index}`, kind: 'flag', label: `Filter ${index}` }));

async function renderBar(count: number, values: Record<string, string> = {}) {
  const onChange = vi.fn<(id: string, value: string | undefined) => void>();
  signIn();
  const { user } = await renderAt(
    <FilterBar filters={filtersOf(count)} valueOf={(id) => values[id]} onChange={onChange} onClear={undefined} />,
  );
  const names = () =>
    within(screen.getByRole('group', { name: 'Filters' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  return { user, onChange, names };
}

it('eight filters are all shown', async () => {
  const { names } = await renderBar(8);
  expect(names()).toHaveLength(8);
});

it('of more, the first six and those that are set are shown, and the others when one asks for them', async () => {
  const { user, onChange, names } = await renderBar(12, { f10: '1' });
  expect(names().filter(Boolean)).toEqual([...[0, 1, 2, 3, 4, 5, 10].map((index) => `Filter ${index}`), '5 more']);
  await user.click(screen.getByRole('button', { name: '5 more' }));
  await user.click(screen.getByRole('button', { name: 'Filter by Filter 11' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('f11', '1');
  await user.click(screen.getByRole('button', { name: 'Fewer', expanded: true }));
  expect(screen.queryByRole('button', { name: 'Filter by Filter 11' })).toBeNull();
});
