// @vitest-environment jsdom
import { act, queryClient, renderAt, screen, setWindowWidth, waitFor, within } from '../../testing/render.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { categories } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import type { Values } from '../../api/address.ts';
import { csvAddressOf } from '../../api/address.ts';
import { ask } from '../../api/ask.ts';
import { invalidateTopics } from '../../api/invalidate.ts';
import { readSearch } from '../../api/search.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../testing/records.ts';
import { List } from './list-page.tsx';

const api = startApiServer();

function Categories({ address }: { address: Values }) {
  const search = readSearch(categories.listCategories, address);
  const query = useQuery({
    ...ask(categories.listCategories, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <List
      caption="Categories"
      query={query}
      search={search}
      searchHint="Title"
      filters={[
        { id: 'department_id', kind: 'choice', label: 'Department', options: [{ value: '4', label: 'Kitchen' }] },
      ]}
      columns={[{ id: 'title', title: 'Title', sort: 'title', render: ({ title }) => title }]}
      rowKey={({ id }) => id}
      card={({ title }) => <p>Card of {title}</p>}
      empty={{ title: 'No category yet', text: 'Make the first.' }}
      csv={{ address: csvAddressOf(categories.listCategories, search), name: 'Categories' }}
    />
  );
}

const renderList = (search = '') => renderAt((address) => <Categories address={address} />, search);
const lastQuery = () => api.requestsTo(categories.listCategories).at(-1)?.query;
const rowNames = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);

describe('a list', () => {
  it('asks for what its address says', async () => {
    api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food')], { page: 2, total: 26 }));
    await renderList('?page=2&department_id=4&sort=-title');
    await screen.findByRole('cell', { name: 'Food' });
    expect(lastQuery()).toEqual({ page: '2', per_page: '25', department_id: '4', sort: '-title' });
    expect(screen.getByRole('button', { name: 'Department: Kitchen. Change' })).toBeDefined();
  });

  it('writes what is searched for into its address, and begins at the first page again', async () => {
    api.answerBy(categories.listCategories, ({ query }) =>
      pageOf([categoryOf(1, query['term'] ? 'Found' : 'Food')], { page: Number(query['page']), total: 60 }),
    );
    const { user, at } = await renderList('?page=2');
    await screen.findByRole('cell', { name: 'Food' });
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'foo');
    await screen.findByRole('cell', { name: 'Found' });
    expect(at().search).toEqual({ term: 'foo' });
  });

  it('keeps its filters when it is sorted or another page is opened', async () => {
    api.answerBy(categories.listCategories, ({ query }) =>
      pageOf([categoryOf(1, `Page ${String(query['page'])}`)], { page: Number(query['page']), total: 60 }),
    );
    const { user, at } = await renderList('?department_id=4');
    await screen.findByRole('cell', { name: 'Page 1' });
    await user.click(screen.getByRole('button', { name: 'Title' }));
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await screen.findByRole('cell', { name: 'Page 2' });
    expect(at().search).toEqual({ department_id: '4', sort: '-title', page: '2' });
  });

  it('has its filters cleared at once, and the search with them', async () => {
    api.answerBy(categories.listCategories, ({ query }) =>
      pageOf(query['department_id'] ? [] : [categoryOf(1, 'Food')]),
    );
    const { user, at } = await renderList('?department_id=4&term=x&per_page=50');
    expect(await screen.findByText('Nothing matches')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] ?? document.body);
    await screen.findByRole('cell', { name: 'Food' });
    expect(at().search).toEqual({ per_page: '50' });
  });

  it('says what to do where there is nothing yet, and has no pages then', async () => {
    api.answer(categories.listCategories, pageOf<categories.Category>([]));
    await renderList();
    expect(await screen.findByText('No category yet')).toBeDefined();
    expect(screen.queryByText('Nothing matches')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('interrupts when it could not be loaded, and loads when somebody tries again', async () => {
    api.refuse(categories.listCategories, 422, { message: 'The filter is not understood.' });
    const { user } = await renderList();
    const box = await screen.findByRole('alertdialog', { name: 'The list could not be loaded' });
    expect(box.textContent).toContain('The filter is not understood.');
    api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food')]));
    await user.click(within(box).getByRole('button', { name: 'Retry' }));
    await screen.findByRole('cell', { name: 'Food' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('keeps what it shows when a refresh fails', async () => {
    api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food')]));
    await renderList();
    await screen.findByRole('cell', { name: 'Food' });
    api.refuse(categories.listCategories, 422, { message: 'Not now.' });
    await act(() => queryClient.refetchQueries());
    expect(api.requestsTo(categories.listCategories)).toHaveLength(2);
    expect(rowNames()).toEqual(['Food']);
  });

  describe('that changes while somebody uses it', () => {
    const show = (...titles: string[]) =>
      api.answer(
        categories.listCategories,
        pageOf(titles.map((title) => categoryOf(Number(title.split(' ')[0]), title))),
      );
    /** What a live event leads to. */
    const fetchAgain = () => act(() => queryClient.refetchQueries());
    const begin = async () => {
      show('1 Food', '2 Noise');
      const drawn = await renderList();
      await screen.findByRole('cell', { name: '1 Food' });
      return drawn;
    };

    it('moves no row under the pointer: what came is counted, and shown when asked for', async () => {
      const { user } = await begin();
      await user.hover(screen.getByRole('cell', { name: '2 Noise' }));
      show('4 Parking', '3 Smell', '1 Food', '2 Noise, less');
      await fetchAgain();
      const button = await screen.findByRole('button', { name: '2 new · Show' });
      // What changes in a row is shown where the row is.
      expect(rowNames()).toEqual(['1 Food', '2 Noise, less']);
      await user.click(button);
      expect(rowNames()).toEqual(['4 Parking', '3 Smell', '1 Food', '2 Noise, less']);
      expect(screen.queryByRole('button', { name: /Show$/ })).toBeNull();
    });

    it('moves no row while the keyboard is in it', async () => {
      const { user } = await begin();
      screen.getByRole('button', { name: 'Title' }).focus();
      show('2 Noise', '1 Food');
      await fetchAgain();
      const button = await screen.findByRole('button', { name: 'Another order · Show' });
      expect(rowNames()).toEqual(['1 Food', '2 Noise']);
      button.focus();
      await user.keyboard('{Enter}');
      expect(rowNames()).toEqual(['2 Noise', '1 Food']);
    });

    it('keeps a row that is not there any more in its place', async () => {
      const { user } = await begin();
      await user.hover(screen.getByRole('cell', { name: '2 Noise' }));
      show('2 Noise');
      await fetchAgain();
      const button = await screen.findByRole('button', { name: '1 not there any more · Show' });
      expect(rowNames()).toEqual(['1 Food', '2 Noise']);
      await user.click(button);
      expect(rowNames()).toEqual(['2 Noise']);
    });

    it('shows at once what the person changed', async () => {
      const { user } = await begin();
      await user.hover(screen.getByRole('cell', { name: '2 Noise' }));
      show('2 Noise');
      await act(() => invalidateTopics(queryClient, ['categories']));
      await waitFor(() => expect(rowNames()).toEqual(['2 Noise']));
      show('3 Smell', '2 Noise');
      await fetchAgain();
      await screen.findByRole('button', { name: '1 new · Show' });
      expect(rowNames()).toEqual(['2 Noise']);
    });

    it('shows everything at once while nobody uses it', async () => {
      const { user } = await begin();
      const row = screen.getByRole('cell', { name: '2 Noise' });
      await user.hover(row);
      await user.unhover(row);
      show('3 Smell', '1 Food', '2 Noise');
      await fetchAgain();
      await screen.findByRole('cell', { name: '3 Smell' });
      expect(rowNames()).toEqual(['3 Smell', '1 Food', '2 Noise']);
    });

    it('shows another search at once', async () => {
      const { user } = await begin();
      await user.hover(screen.getByRole('cell', { name: '2 Noise' }));
      show('9 Found');
      await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'f');
      await screen.findByRole('cell', { name: '9 Found' });
      expect(rowNames()).toEqual(['9 Found']);
      expect(screen.queryByRole('button', { name: /Show$/ })).toBeNull();
    });
  });

  it('is cards instead of a table on a phone', async () => {
    setWindowWidth(400);
    api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food'), categoryOf(2, 'Noise')]));
    await renderList();
    await screen.findByText('Card of Food');
    const cards = screen.getByRole('list', { name: 'Categories' });
    expect(within(cards).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryByRole('table')).toBeNull();
  });
});
