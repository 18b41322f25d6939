// @vitest-environment jsdom
import { roles, scim } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const BASE = 'https://wardvoice.example/scim/v2';
const directory: scim.ScimToken = {
  id: 3,
  name: 'Entra ID',
  roles: [{ id: 1, name: 'Ward nurse' }],
  locations: ['ASH'],
  made_by_name: 'Ada Admin',
  created_at: '2026-11-01T10:00:00.000Z',
  expires_at: '2027-11-01T10:00:00.000Z',
  is_expired: false,
  last_used_at: null,
};
const role = (id: number, name: string, permissions: string[]): roles.Role => ({
  id,
  name,
  description: '',
  built_in: true,
  permissions,
  two_step_required: false,
  users_count: 0,
  version: 1,
});

const answerTokens = (...data: scim.ScimToken[]) => api.answer(scim.listScimTokens, { data, base_url: BASE });

beforeEach(() => signIn({ permissions: ['admin'] }));

describe('the tokens', () => {
  it('are shown with what they may give and when they were used, and the address to enter', async () => {
    answerTokens(directory, { ...directory, id: 4, name: 'Old', roles: [], is_expired: true, locations: [] });
    await renderScreen('/scim/index');
    const [token, old] = within(await screen.findByRole('list', { name: 'Tokens' })).getAllByRole('listitem');
    expect(token?.textContent).toMatch(/Entra ID.*Made .* by Ada Admin · expires .* · never used.*Roles: Ward nurse/);
    expect(token?.textContent).toContain('Wards of new people: ASH');
    expect(old?.textContent).toMatch(/expired .*No roles/);
    expect(screen.getByRole('textbox', { name: 'Address for the identity provider' })).toHaveProperty('value', BASE);
  });

  it('are none at first, and it is said what one may do', async () => {
    answerTokens();
    await renderScreen('/scim/index');
    expect(await screen.findByText('No tokens')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'What a token may do' })).toBeDefined();
  });

  it('are asked for again when they could not be loaded', async () => {
    api.refuse(scim.listScimTokens, 500, { message: 'Not now.' });
    const { user } = await renderScreen('/scim/index');
    expect(await screen.findByText('Not now.')).toBeDefined();
    answerTokens(directory);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Entra ID')).toBeDefined();
  });

  it('are revoked only after the question', async () => {
    answerTokens(directory);
    api.answer(scim.revokeScimToken, { data: { id: 3 } });
    const { user } = await renderScreen('/scim/index');
    await user.click(await screen.findByRole('button', { name: 'Revoke Entra ID' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(scim.revokeScimToken)).toEqual([]);
    answerTokens();
    await user.click(screen.getByRole('button', { name: 'Revoke Entra ID' }));
    // The list is still the one with the token until the server has answered.
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Entra ID was revoked.');
    expect(api.requestsTo(scim.revokeScimToken).map(({ path }) => path)).toEqual(['/scim_tokens/3']);
    expect(await screen.findByText('No tokens')).toBeDefined();
  });
});

describe('a new token', () => {
  beforeEach(() => {
    api.answer(roles.listRoles, pageOf([role(1, 'Ward nurse', ['cases.list']), role(2, 'Lounge', ['cases.list'])]));
  });

  it('is shown once with the address, in a dialog that only its button closes', async () => {
    api.answer(scim.createScimToken, { data: { id: 5, token: 'wvscim_abc', base_url: BASE } });
    const { user } = await renderScreen('/scim/create');
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Okta');
    await user.click(screen.getByRole('combobox', { name: 'Roles it may give' }));
    await user.click(await screen.findByRole('option', { name: 'Lounge' }));
    await user.click(screen.getByRole('button', { name: 'Make token' }));
    const dialog = await screen.findByRole('dialog', { name: 'The token is made' });
    expect(within(dialog).getByRole('textbox', { name: 'Token' })).toHaveProperty('value', 'wvscim_abc');
    expect(within(dialog).getByRole('textbox', { name: /Address/ })).toHaveProperty('value', BASE);
    expect(api.requestsTo(scim.createScimToken).map(({ body }) => body)).toEqual([
      { scim_token: { name: 'Okta', days: 365, role_ids: [2] } },
    ]);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'The token is made' })).toBeDefined();
    await user.click(within(dialog).getByRole('button', { name: 'I have kept the token' }));
    expect(await screen.findByText('Another screen')).toBeDefined();
    expect(screen.queryByDisplayValue('wvscim_abc')).toBeNull();
  });

  it('needs a name, and what is wrong stands at its field', async () => {
    const { user } = await renderScreen('/scim/create');
    await user.click(await screen.findByRole('button', { name: 'Make token' }));
    expect(await screen.findAllByText('Enter a name.')).not.toEqual([]);
    expect(api.requestsTo(scim.createScimToken)).toEqual([]);
  });
});
