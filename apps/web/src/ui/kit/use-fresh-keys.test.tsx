// @vitest-environment jsdom
import { act, renderHook } from '../../testing/render.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFreshKeys } from './use-fresh-keys.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function renderRows(rows: string | undefined) {
  const { result, rerender } = renderHook(({ keys, view }) => useFreshKeys(keys, view), {
    initialProps: { keys: rows, view: 'page 1' },
  });
  return {
    fresh: () => [...result.current],
    show: (keys: string | undefined, view = 'page 1') => rerender({ keys, view }),
  };
}

describe('rows that come while one is looking', () => {
  it('are marked for four seconds', () => {
    const list = renderRows('2,1');
    expect(list.fresh()).toEqual([]);
    list.show('4,3,2');
    expect(list.fresh()).toEqual(['4', '3']);
    act(() => void vi.advanceTimersByTime(3999));
    expect(list.fresh()).toEqual(['4', '3']);
    act(() => void vi.advanceTimersByTime(1));
    expect(list.fresh()).toEqual([]);
  });

  it('are not those of another page, search or sorting', () => {
    const list = renderRows('2,1');
    list.show('9,8', 'page 2');
    expect(list.fresh()).toEqual([]);
    list.show('10,9', 'page 2');
    expect(list.fresh()).toEqual(['10']);
  });

  it('are not those that were only away while the list was loading', () => {
    const list = renderRows('2,1');
    list.show(undefined);
    list.show('2,1');
    expect(list.fresh()).toEqual([]);
  });

  it('are not the first that one sees', () => {
    const list = renderRows(undefined);
    list.show('2,1');
    expect(list.fresh()).toEqual([]);
  });
});
