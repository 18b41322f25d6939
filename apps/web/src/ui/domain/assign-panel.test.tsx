// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { describe, expect, it, vi } from 'vitest';
import type { Assignable } from './add-menu.tsx';
import { AssignPanel } from './assign-panel.tsx';

const wards = ['Maple', 'Birch', 'Oak', 'Elm', 'Ash', 'Pine', 'Fir', 'Yew', 'Lime'].map((title, at): Assignable => ({
  id: at + 1,
  title,
}));

async function renderPanel(assigned: readonly Assignable[] | undefined, { mayChange = true, isBusy = false } = {}) {
  const onAdd = vi.fn<(ids: number[]) => void>();
  const onRemove = vi.fn<(one: Assignable) => void>();
  const { user } = await renderAt(
    <AssignPanel
      title="Wards"
      assigned={assigned}
      available={wards.slice(2)}
      addLabel="Add ward"
      empty="No ward yet."
      isBusy={isBusy}
      {...(mayChange ? { onAdd, onRemove } : {})}
    />,
  );
  return { user, onAdd, onRemove };
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

describe('what is assigned', () => {
  it('is removed one by one', async () => {
    const { user, onRemove } = await renderPanel(wards.slice(0, 2));
    const list = screen.getByRole('list', { name: 'Wards' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Maple', 'Birch']);
    await user.click(screen.getByRole('button', { name: 'Remove Birch' }));
    expect(onRemove).toHaveBeenCalledExactlyOnceWith({ id: 2, title: 'Birch' });
  });

  it('is added from a list that one types into: several are ticked with the arrow keys and Enter, and added at once', async () => {
    const { user, onAdd } = await renderPanel(wards.slice(0, 2));
    const button = screen.getByRole('button', { name: 'Add ward' });
    await user.click(button);
    const search = await screen.findByPlaceholderText('Search');
    await waitFor(() => expect(document.activeElement).toBe(search));
    expect(options()).toEqual(['Oak', 'Elm', 'Ash', 'Pine', 'Fir', 'Yew', 'Lime']);
    await user.type(search, 'i');
    expect(options()).toEqual(['Pine', 'Fir', 'Lime']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}{ArrowDown}{Enter}');
    expect(screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)).toEqual([
      'Fir',
      'Lime',
    ]);
    await user.keyboard('{Enter}');
    await user.clear(search);
    await user.click(await screen.findByRole('option', { name: 'Oak' }));
    expect(onAdd).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Add 2' }));
    expect(onAdd).toHaveBeenCalledExactlyOnceWith([3, 7]);
    await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  it('says when nothing matches what one types', async () => {
    const { user } = await renderPanel([]);
    await user.click(screen.getByRole('button', { name: 'Add ward' }));
    await user.type(await screen.findByPlaceholderText('Search'), 'xyz');
    expect(screen.getByText('Nothing matches')).toBeDefined();
    expect(screen.queryAllByRole('option')).toEqual([]);
  });

  it('is searched only where it is more than one sees at a glance', async () => {
    await renderPanel(wards.slice(0, 8));
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('is found by a part of its name, large or small letters alike', async () => {
    const { user } = await renderPanel(wards);
    await user.type(screen.getByRole('searchbox', { name: 'Search Wards' }), 'LM');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Elm']);
    await user.type(screen.getByRole('searchbox', { name: 'Search Wards' }), 'x');
    expect(screen.getByText('Nothing matches')).toBeDefined();
  });

  it('says so when it is nothing, and nothing at all while it is on its way', async () => {
    await renderPanel([]);
    expect(screen.getByText('No ward yet.')).toBeDefined();
  });

  it('is not said to be nothing while it is on its way', async () => {
    await renderPanel(undefined);
    expect(screen.queryByText('No ward yet.')).toBeNull();
  });

  it('may be looked at by whoever may not change it', async () => {
    await renderPanel(wards.slice(0, 2), { mayChange: false });
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('takes one change at a time', async () => {
    await renderPanel(wards.slice(0, 2), { isBusy: true });
    for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(true);
  });
});
