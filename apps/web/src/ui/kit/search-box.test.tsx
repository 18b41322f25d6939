// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SearchBox } from './search-box.tsx';

const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });

describe('the search field of a list', () => {
  it('searches once, a moment after the last key, without the spaces around', async () => {
    const onSearch = vi.fn<(term: string | undefined) => void>();
    const { user } = await renderAt(<SearchBox value={undefined} hint="Name or number" onSearch={onSearch} />);
    expect(box().placeholder).toBe('Name or number');
    await user.type(box(), ' brigid ');
    expect(onSearch).not.toHaveBeenCalled();
    await waitFor(() => expect(onSearch).toHaveBeenCalled());
    expect(onSearch.mock.calls).toEqual([['brigid']]);
  });

  it('is emptied by its cross, which is there only when something is typed', async () => {
    const onSearch = vi.fn<(term: string | undefined) => void>();
    const { user } = await renderAt(<SearchBox value="brigid" onSearch={onSearch} />);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(box().value).toBe('');
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
    await waitFor(() => expect(onSearch).toHaveBeenCalledExactlyOnceWith(undefined));
  });

  it('follows the address when somebody goes back', async () => {
    function Screen() {
      const [term, setTerm] = useState<string>();
      return (
        <>
          <SearchBox value={term} onSearch={setTerm} />
          <button type="button" onClick={() => setTerm('maple')}>
            Back
          </button>
        </>
      );
    }
    const { user } = await renderAt(<Screen />);
    await user.type(box(), 'birch');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(box().value).toBe('maple');
  });
});
