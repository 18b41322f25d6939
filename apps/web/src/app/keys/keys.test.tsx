// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeysDialog } from './keys-dialog.tsx';
import { setSingleKeys, useKeys, type KeyBinding } from '../../ui/kit/browser/keys.ts';

const onSearch = vi.fn<() => void>();
const onFind = vi.fn<() => void>();
const KEYS: readonly KeyBinding[] = [
  { key: '/', label: 'Search in this list', onPress: onSearch },
  { key: 'k', withControl: true, label: 'Find or do', onPress: onFind },
];

function Screen({ isListed = false }: { isListed?: boolean }) {
  useKeys(KEYS);
  return (
    <>
      <input aria-label="Note" />
      {isListed && <KeysDialog onClose={() => undefined} />}
    </>
  );
}

beforeEach(() => {
  vi.resetAllMocks();
  setSingleKeys(true);
});
afterEach(() => localStorage.clear());

it('a key does what it says, and in a field it is a letter', async () => {
  const { user } = await renderAt(<Screen />);
  await user.keyboard('/');
  expect(onSearch).toHaveBeenCalledOnce();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), '1/2');
  expect(onSearch).toHaveBeenCalledOnce();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('1/2');
});

it('a key with Ctrl works in a field too, with Cmd as well', async () => {
  const { user } = await renderAt(<Screen />);
  await user.click(screen.getByRole('textbox', { name: 'Note' }));
  await user.keyboard('{Control>}k{/Control}{Meta>}k{/Meta}');
  expect(onFind).toHaveBeenCalledTimes(2);
});

it('keys without Ctrl can be switched off, and are not listed then', async () => {
  const { user } = await renderAt(<Screen isListed />);
  const dialog = await screen.findByRole('dialog', { name: 'Keys' });
  expect(dialog.textContent).toContain('Search in this list');
  await user.click(screen.getByRole('switch', { name: /^Keys without Ctrl/ }));
  expect(dialog.textContent).not.toContain('Search in this list');
  expect(dialog.textContent).toContain('Find or do');
  expect(localStorage.getItem('sm-single-keys')).toBe('false');
});

it('no key does anything behind a dialog, or once its screen is gone', async () => {
  const { user, router } = await renderAt(<Screen isListed />);
  await screen.findByRole('dialog', { name: 'Keys' });
  await user.keyboard('/');
  await router.navigate({ to: '/dashboard' });
  await screen.findByText('Another screen');
  await user.keyboard('/');
  expect(onSearch).not.toHaveBeenCalled();
});
