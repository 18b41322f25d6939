// @vitest-environment jsdom
import { roles } from '@wardvoice/contract';
import i18next from 'i18next';
import { afterEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { screen, waitFor } from '../../testing/render.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { roleOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';
import french from '../../ui/domain/languages/fr/sentences.json' with { type: 'json' };

const api = startApiServer();
afterEach(() => i18next.changeLanguage('en'));

const button = (name: string) => screen.queryByRole('button', { name });
const link = (name: string) => screen.queryByRole('link', { name });

async function renderRole(role: roles.Role, permissions: string[]) {
  signIn({ permissions: ['users.view', ...permissions] });
  api.answer(roles.getRole, { data: role });
  const drawn = await renderScreen(`/roles/${role.id}`);
  await screen.findByRole('heading', { level: 1, name: role.name });
  return drawn;
}

describe('the page of a role', () => {
  it('says what its people may do in plain words, and what has no word by its name', async () => {
    await renderRole(
      roleOf(12, 'Lounge', { permissions: ['cases.list', 'cases.update', 'reports.view', 'figures'] }),
      [],
    );
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    const definitions = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(terms.slice(-3)).toEqual(['Cases', 'reports', 'figures']);
    expect(definitions.slice(-3)).toEqual(['see the list, change', 'open one', 'figures']);
  });

  it('that is built in has its name in the language of the screens', async () => {
    i18next.addResourceBundle('fr', 'sentences', french);
    await i18next.changeLanguage('fr');
    signIn({ permissions: ['users.view'] });
    api.answer(roles.getRole, { data: roleOf(1, 'Ward nurse', { built_in: true }) });
    await renderScreen('/roles/1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Infirmier d’unité' })).toBeDefined();
  });

  it('offers nothing to somebody who may only read it', async () => {
    await renderRole(roleOf(12, 'Lounge'), ['cases.list']);
    expect([link('Make a role from it'), link('Edit'), button('Delete')]).toEqual([null, null, null]);
  });

  it('that is built in can be copied and not changed', async () => {
    await renderRole(roleOf(1, 'Ward nurse', { built_in: true }), ['roles.update', 'cases.list']);
    expect(link('Make a role from it')?.getAttribute('href')).toBe('/roles/create?from=1');
    expect([link('Edit'), button('Delete')]).toEqual([null, null]);
  });

  it('with more permissions than one’s own cannot be changed', async () => {
    await renderRole(roleOf(12, 'Lounge', { permissions: ['cases.list', 'audit.list'] }), [
      'roles.update',
      'cases.list',
    ]);
    expect([link('Edit'), button('Delete')]).toEqual([null, null]);
  });

  it('is the start of another one, without its name', async () => {
    signIn({ permissions: ['users.view', 'roles.update', 'cases.list'] });
    api.answer(roles.getRole, { data: roleOf(1, 'Ward nurse', { built_in: true, description: 'Asks patients.' }) });
    await renderScreen('/roles/create?from=1');
    const name = await screen.findByLabelText<HTMLInputElement>(/^Name/);
    expect([name.value, screen.getByLabelText<HTMLTextAreaElement>('What they do').value]).toEqual([
      '',
      'Asks patients.',
    ]);
    const ticked = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked);
    expect(ticked.map(({ value }) => value)).toEqual(['cases.list']);
    const changeable = screen.getAllByRole<HTMLInputElement>('checkbox').filter(({ disabled }) => !disabled);
    expect(changeable.map(({ value }) => value).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'cases.list',
      'roles.update',
      'users.view',
    ]);
  });
});

describe('two-step sign-in', () => {
  it('is sent with the rest of the form', async () => {
    signIn({ permissions: ['users.view', 'roles.update', 'cases.list'] });
    api.answer(roles.getRole, { data: roleOf(12, 'Lounge') });
    api.answer(roles.updateRole, { data: roleOf(12, 'Lounge', { two_step_required: true }) });
    const { user } = await renderScreen('/roles/12/edit');
    await user.click(await screen.findByRole('switch', { name: /^Two-step sign-in is required/ }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.requestsTo(roles.updateRole)).toHaveLength(1));
    expect(api.requestsTo(roles.updateRole)[0]?.body).toMatchObject({ role: { two_step_required: true, version: 3 } });
  });

  it('is shown on the page of a role that requires it', async () => {
    await renderRole(roleOf(12, 'Lounge', { two_step_required: true }), []);
    expect(screen.getByText('Two-step sign-in')).toBeDefined();
    expect(screen.getByText('Required')).toBeDefined();
  });
});
