// @vitest-environment jsdom
import { act, renderAt, screen, waitFor } from '../../testing/render.tsx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countNotices, hideEarlierNotices, noticeSuccess, noticeTrouble } from './notices.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a notice', () => {
  it('goes when another page is opened, unless it is about what led there', async () => {
    const clock = vi.spyOn(performance, 'now');
    await renderAt(<p>A page</p>);
    const before = countNotices();
    clock.mockReturnValue(1000);
    act(() => noticeTrouble('Validation Failed', 'Not complete'));
    clock.mockReturnValue(3000);
    act(() => noticeSuccess('Saved.'));
    expect(await screen.findByText('Saved.')).toBeDefined();
    expect(countNotices()).toBe(before + 2);
    // The page that was asked for at once is opened a second later.
    clock.mockReturnValue(4000);
    act(() => hideEarlierNotices(3000));
    await waitFor(() => expect(screen.queryByText('Not complete')).toBeNull());
    expect(screen.getByText('Saved.')).toBeDefined();
    act(() => hideEarlierNotices(4000));
    await waitFor(() => expect(screen.queryByText('Saved.')).toBeNull());
  });
});
