// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { describe, expect, it, vi } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import { FilterChip, type Filter } from './filters.tsx';

const state: Filter = {
  id: 'state',
  kind: 'choice',
  label: 'State',
  options: [
    { value: 'sent', label: 'Sent' },
    { value: 'failed', label: 'Failed' },
  ],
};
const ward: Filter = { id: 'ward', kind: 'text', label: 'Ward', hint: 'As the feed writes it' };
const after: Filter = { id: 'after', kind: 'date', label: 'After' };
const unread: Filter = { id: 'unread', kind: 'flag', label: 'Unread' };

async function renderFilter(filter: Filter, value?: string) {
  const onChange = vi.fn<(value: string | undefined) => void>();
  signIn();
  const { user } = await renderAt(<FilterChip filter={filter} value={value} onChange={onChange} />);
  return { user, onChange };
}

describe('a filter', () => {
  it('offers its choices in a box, and is set when one is applied', async () => {
    const { user, onChange } = await renderFilter(state);
    await user.click(screen.getByRole('button', { name: 'Filter by State' }));
    await user.click(await screen.findByRole('radio', { name: 'Failed' }));
    expect(onChange).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('failed');
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull());
  });

  it('of many choices is searched, and says that there are more than it shows', async () => {
    const options = Array.from({ length: 120 }, (_, index) => ({ value: String(index), label: `Person ${index}` }));
    const { user, onChange } = await renderFilter({ ...state, label: 'User', options });
    await user.click(screen.getByRole('button', { name: 'Filter by User' }));
    expect(await screen.findAllByRole('radio')).toHaveLength(50);
    expect(screen.getByText('There are more. Type a part of the name.')).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search User' }), 'person 117');
    expect(screen.getAllByRole('radio')).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: 'Person 117' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('117');
  });

  it('of several choices is searched, keeps what was chosen, and is set to all of them', async () => {
    const options = Array.from({ length: 20 }, (_, index) => ({ value: `W${index}`, label: `Ward ${index}` }));
    const wards: Filter = { id: 'location', kind: 'choices', label: 'Ward', options };
    const { user, onChange } = await renderFilter(wards, 'W3,GONE');
    await user.click(screen.getByRole('button', { name: 'Ward: Ward 3, GONE. Change' }));
    expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'GONE' })).checked).toBe(true);
    await user.type(screen.getByRole('searchbox', { name: 'Search Ward' }), 'ward 1');
    expect(screen.getAllByRole('checkbox')).toHaveLength(11);
    await user.click(screen.getByRole('checkbox', { name: 'Ward 12' }));
    await user.clear(screen.getByRole('searchbox', { name: 'Search Ward' }));
    await user.click(screen.getByRole('checkbox', { name: 'GONE' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('W3,W12');
  });

  it('says in words what it is set to, and begins with that when it is changed', async () => {
    const { user } = await renderFilter(state, 'sent');
    await user.click(screen.getByRole('button', { name: 'State: Sent. Change' }));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Sent' })).checked).toBe(true);
  });

  it('shows a value that it does not know as it is', async () => {
    await renderFilter(state, 'lost');
    expect(screen.getByRole('button', { name: 'State: lost. Change' })).toBeDefined();
  });

  it('is removed by its cross', async () => {
    const { user, onChange } = await renderFilter(state, 'sent');
    await user.click(screen.getByRole('button', { name: 'Remove filter State' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('of a text is applied with Enter, without the spaces around, and empty is off', async () => {
    const { user, onChange } = await renderFilter(ward);
    await user.click(screen.getByRole('button', { name: 'Filter by Ward' }));
    await user.type(await screen.findByRole('textbox', { name: 'Ward' }), ' Maple {Enter}');
    expect(onChange).toHaveBeenLastCalledWith('Maple');
    await user.click(screen.getByRole('button', { name: 'Filter by Ward' }));
    await user.type(await screen.findByRole('textbox', { name: 'Ward' }), '{Enter}');
    expect(onChange).toHaveBeenLastCalledWith(undefined);
  });

  it('of a day writes it as the country does', async () => {
    await renderFilter(after, '2026-01-31');
    expect(screen.getByRole('button', { name: 'After: 31 Jan 2026. Change' })).toBeDefined();
  });

  it('that is on or off is turned by one press', async () => {
    const { user, onChange } = await renderFilter(unread);
    const button = screen.getByRole('button', { name: 'Filter by Unread' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.click(button);
    expect(onChange).toHaveBeenCalledExactlyOnceWith('1');
  });

  it.each([
    ['1', 'true', undefined],
    ['0', 'false', '1'],
  ])('that is %s in the address is pressed: %s', async (value, pressed, next) => {
    const { user, onChange } = await renderFilter(unread, value);
    const button = screen.getByRole('button', { name: 'Filter by Unread' });
    expect(button.getAttribute('aria-pressed')).toBe(pressed);
    await user.click(button);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(next);
  });
});
