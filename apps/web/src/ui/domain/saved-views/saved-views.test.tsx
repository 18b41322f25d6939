// @vitest-environment jsdom
import { categories, savedViews } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within, type Drawn } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const FOOD: savedViews.SavedView = {
  id: 4,
  list: '/categories/index',
  name: 'Food',
  address: 'term=food',
  shared: false,
  version: 1,
};

/** Draws the categories for somebody who has these views. The server keeps what is saved. */
async function renderList(search = '', stored: savedViews.SavedView[] = [FOOD], permissions = ['categories.list']) {
  signIn({ permissions });
  const views = [...stored];
  api.answer(categories.listCategories, pageOf([]));
  api.answerBy(savedViews.listSavedViews, () => ({ data: views }));
  api.answerBy(savedViews.createSavedView, ({ body }) => {
    const made = { ...FOOD, ...(body as { saved_view: Partial<typeof FOOD> }).saved_view, id: 9 };
    views.push(made);
    return { data: made };
  });
  api.answerBy(savedViews.updateSavedView, ({ path, body }) => {
    const at = views.findIndex(({ id }) => path.endsWith(`/${id}`));
    const changed = { ...FOOD, ...views[at], ...(body as { saved_view: object }).saved_view };
    views[at] = { ...changed, version: changed.version + 1 };
    return { data: views[at] };
  });
  api.answerBy(savedViews.deleteSavedView, () => {
    views.length = 0;
    return { data: { id: FOOD.id } };
  });
  return renderScreen(`/categories/index${search}`);
}

async function choose(user: Drawn['user'], button: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

describe('the filters of a list', () => {
  it('are saved under a name once something is set, and the view is then in use', async () => {
    const { user } = await renderList('?term=fo&sort=-title&page=2', []);
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const box = await screen.findByRole('dialog', { name: 'Save view' });
    expect(within(box).queryByRole('checkbox')).toBeNull();
    await user.type(within(box).getByLabelText(/^Name/), 'Kitchen');
    await user.click(within(box).getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('button', { name: 'View: Kitchen' })).toBeDefined();
    expect(api.requestsTo(savedViews.createSavedView)[0]?.body).toEqual({
      saved_view: { name: 'Kitchen', list: '/categories/index', address: 'sort=-title&term=fo', shared: false },
    });
  });

  it('offer nothing to save while none is set', async () => {
    await renderList('', []);
    await waitFor(() => expect(api.requestsTo(savedViews.listSavedViews)).not.toHaveLength(0));
    expect(await screen.findByText('No categories yet')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Saved views' })).toBeNull();
  });

  it('are shared by administrators, who are told that others read what is searched', async () => {
    const { user } = await renderList('?term=smith', [], ['admin']);
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const box = await screen.findByRole('dialog', { name: 'Save view' });
    await user.type(within(box).getByLabelText(/^Name/), 'Kitchen');
    await user.click(within(box).getByRole('checkbox', { name: /^Share with everybody/ }));
    expect(within(box).getByRole('status').textContent).toContain('“smith”');
    await user.click(within(box).getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(api.requestsTo(savedViews.createSavedView)[0]?.body).toMatchObject({ saved_view: { shared: true } }),
    );
  });

  it('replace those of a view whose name is typed, whatever its case', async () => {
    const { user } = await renderList('?term=drink');
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    const box = await screen.findByRole('dialog', { name: 'Save view' });
    await user.type(within(box).getByLabelText(/^Name/), 'fOOD');
    await user.click(within(box).getByRole('button', { name: 'Replace view' }));
    expect(await screen.findByRole('button', { name: 'View: Food' })).toBeDefined();
    expect(api.requestsTo(savedViews.updateSavedView)[0]?.body).toEqual({
      saved_view: { address: 'term=drink', version: 1 },
    });
  });
});

describe('a saved view', () => {
  it('is opened from the menu, and says when the filters are others: saved again, or left', async () => {
    const { user, at } = await renderList();
    await choose(user, 'Views', 'Food');
    expect(await screen.findByRole('button', { name: 'View: Food' })).toBeDefined();
    expect(at().search).toEqual({ term: 'food' });
    expect(screen.queryByText('Changed')).toBeNull();
    await user.type(screen.getByRole('searchbox'), ' and drink');
    expect(await screen.findByText('Changed')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(screen.queryByText('Changed')).toBeNull());
    expect(api.requestsTo(savedViews.updateSavedView)[0]?.body).toEqual({
      saved_view: { address: 'term=food%20and%20drink', version: 1 },
    });
    await user.type(screen.getByRole('searchbox'), ' again');
    await user.click(await screen.findByRole('button', { name: 'Leave view' }));
    expect(await screen.findByRole('button', { name: 'Views' })).toBeDefined();
    expect(at().search).toEqual({ term: 'food and drink again' });
  });

  it('is in use where an address has exactly its filters', async () => {
    await renderList('?term=food');
    expect(await screen.findByRole('button', { name: 'View: Food' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull();
  });

  it('is renamed', async () => {
    const { user } = await renderList('?term=food');
    await choose(user, 'View: Food', 'Rename…');
    const box = await screen.findByRole('dialog', { name: 'Rename view' });
    const name = within(box).getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Meals');
    await user.click(within(box).getByRole('button', { name: 'Rename view' }));
    expect(await screen.findByRole('button', { name: 'View: Meals' })).toBeDefined();
  });

  it('is deleted once somebody has said Yes', async () => {
    const { user, at } = await renderList('?term=food');
    await choose(user, 'View: Food', 'Delete…');
    await screen.findByText('Delete the view “Food”?');
    await answerBox(user, 'Yes');
    expect(await screen.findByRole('button', { name: 'Save view' })).toBeDefined();
    expect(at().search).toEqual({ term: 'food' });
  });

  it('that is shared is changed by administrators only', async () => {
    const { user } = await renderList('?term=food', [{ ...FOOD, shared: true }]);
    await user.click(await screen.findByRole('button', { name: 'View: Food' }));
    expect(await screen.findByRole('menuitem', { name: 'Save as a new view…' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull();
  });

  it('leaves out a filter that the list does not know any more, and says so', async () => {
    const { user, at } = await renderList('', [{ ...FOOD, address: 'colour=red&term=food' }]);
    await choose(user, 'Views', 'Food');
    expect(await screen.findByText(/does not know it any more: colour\./)).toBeDefined();
    expect(at().search).toEqual({ term: 'food' });
    expect(screen.queryByText('Changed')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save again' }));
    await waitFor(() => expect(screen.queryByText(/does not know/)).toBeNull());
  });
});
