// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import { Pager } from './pager.tsx';

const list = { current_page: 2, last_page: 50, per_page: 25, total: 1234, from: 26, to: 50 };

async function renderPager(more: Partial<typeof list> & { total_is_estimate?: boolean } = {}) {
  const onPage = vi.fn<(page: number) => void>();
  const onPageSize = vi.fn<(perPage: number) => void>();
  signIn();
  const { user } = await renderAt(<Pager list={{ ...list, ...more }} onPage={onPage} onPageSize={onPageSize} />);
  return { user, onPage, onPageSize };
}

describe('the pages of a list', () => {
  it('say which rows are shown of how many, as the country writes numbers', async () => {
    await renderPager();
    expect(screen.getByText('26–50 of 1,234')).toBeDefined();
    expect(screen.getByText('Page 2 of 50')).toBeDefined();
  });

  it('say "about" where the rows were not counted to the end', async () => {
    await renderPager({ total_is_estimate: true });
    expect(screen.getByText('26–50 of about 1,234')).toBeDefined();
  });

  it.each([
    ['First page', 1],
    ['Previous page', 1],
    ['Next page', 3],
    ['Last page', 50],
  ])('%s leads there', async (name, page) => {
    const { user, onPage } = await renderPager();
    await user.click(screen.getByRole('button', { name }));
    expect(onPage).toHaveBeenCalledExactlyOnceWith(page);
  });

  it('lead nowhere before the first page and after the last', async () => {
    await renderPager({ current_page: 1, last_page: 1 });
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true);
  });

  it('can be longer or shorter, and keep a length that somebody wrote into the address', async () => {
    const { user, onPageSize } = await renderPager({ per_page: 17 });
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows per page' });
    expect(size.value).toBe('17');
    await user.selectOptions(size, '100');
    expect(onPageSize).toHaveBeenCalledExactlyOnceWith(100);
  });
});
