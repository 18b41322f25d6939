// @vitest-environment jsdom
import { apiKeys } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const SECRET = `wvk_Ab12Cd34${'x'.repeat(35)}`;
const warehouse: apiKeys.ApiKey = {
  id: 3,
  name: 'Data warehouse',
  prefix: 'wvk_Ab12Cd34',
  state: 'active',
  permissions: ['messages.list', 'deliveries.list'],
  locations: ['ASH'],
  created_at: '2026-11-01T10:00:00.000Z',
  created_by: { id: 1, name: 'Ada Admin' },
  expires_at: '2027-11-02T00:00:00.000Z',
  revoked_at: null,
  last_used_at: '2026-11-20T10:00:00.000Z',
  last_used_from: '10.1.2.3',
  previous_until: null,
  public_keys: null,
  version: 4,
};

/** The box of a permission. There are dozens, and looking for one by its role reads them all. */
function permissionBox(name: string): HTMLInputElement {
  const box = screen
    .getAllByLabelText<HTMLInputElement>(/./, { selector: 'input[type=checkbox]' })
    .find(({ value }) => value === name);
  if (!box) throw new Error(`There is no box for ${name}.`);
  return box;
}

beforeEach(() => signIn({ permissions: ['admin'] }));

describe('the list of API keys', () => {
  it('shows how each begins, whether it works and when it was last used, and never a secret', async () => {
    api.answer(
      apiKeys.listApiKeys,
      pageOf([warehouse, { ...warehouse, id: 4, name: 'Old engine', state: 'revoked', last_used_at: null }]),
    );
    await renderScreen('/api-keys/index');
    await screen.findByText('Old engine');
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toMatch(/Data warehouse.*wvk_Ab12Cd34….*Works/);
    expect(second?.textContent).toMatch(/Old engine.*Revoked.*Never used/);
    expect(screen.getByRole('link', { name: 'Make API key' })).toBeDefined();
  });

  it('offers no new key to somebody who may only read it', async () => {
    signIn({ permissions: ['api_keys.list'] });
    api.answer(apiKeys.listApiKeys, pageOf([warehouse]));
    await renderScreen('/api-keys/index');
    expect(await screen.findByRole('link', { name: 'Data warehouse' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Make API key' })).toBeNull();
  });
});

describe('public keys', () => {
  const JWK = { kty: 'EC', kid: 'one', crv: 'P-384', x: 'abc', y: 'def' };

  it('are pasted into the form, which says what is none', async () => {
    api.answer(apiKeys.getApiKey, { data: warehouse });
    api.answer(apiKeys.updateApiKey, { data: warehouse });
    const { user } = await renderScreen('/api-keys/3/edit');
    const field = await screen.findByLabelText<HTMLTextAreaElement>(/^Public keys/);
    await user.click(field);
    await user.paste('-----BEGIN PUBLIC KEY-----');
    await user.click(screen.getByText(/^Save/, { selector: 'button *' }));
    expect(await screen.findByText(/Enter a JWK Set/, { selector: '[id$=error]' })).toBeDefined();
    await user.clear(field);
    await user.click(field);
    await user.paste(JSON.stringify({ keys: [JWK] }));
    await user.click(screen.getByText(/^Save/, { selector: 'button *' }));
    await waitFor(() =>
      expect(api.requestsTo(apiKeys.updateApiKey).map(({ body }) => body)).toMatchObject([
        { api_key: { public_keys: { keys: [JWK] }, version: 4 } },
      ]),
    );
  });

  it('are shown with what the program needs to sign', async () => {
    api.answer(apiKeys.getApiKey, { data: { ...warehouse, public_keys: { keys: [JWK] } } });
    await renderScreen('/api-keys/3');
    expect(await screen.findByText('api-key-3')).toBeDefined();
    expect(screen.getByText(/\/oauth\/token$/)).toBeDefined();
    expect(screen.getByText('one')).toBeDefined();
  });
});

describe('a new API key', () => {
  it('is shown once, with a call to try it, in a dialog that only its button closes', async () => {
    api.answer(apiKeys.createApiKey, { data: { ...warehouse, key: SECRET } });
    const { user } = await renderScreen('/api-keys/create');
    await user.type(await screen.findByLabelText(/^Name/), 'DW');
    await user.click(permissionBox('messages.list'));
    await user.click(screen.getByText('Make API key', { selector: 'button *' }));
    expect(await screen.findByLabelText('API key')).toHaveProperty('value', SECRET);
    const example = screen.getByLabelText<HTMLInputElement>('Try it in a terminal');
    expect(example.value).toMatch(
      new RegExp(`^curl -H "Authorization: Bearer ${SECRET}" http\\S+/api/v1/trigger_catalog$`),
    );
    expect(api.requestsTo(apiKeys.createApiKey).map(({ body }) => body)).toEqual([
      {
        api_key: {
          name: 'DW',
          permissions: ['messages.list'],
          locations: [],
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          public_keys: null,
        },
      },
    ]);
    await user.keyboard('{Escape}');
    api.answer(apiKeys.getApiKey, { data: warehouse });
    await user.click(screen.getByText('I have kept the key'));
    await waitFor(() => expect(screen.queryByDisplayValue(SECRET)).toBeNull());
  });

  it('can have only what the person may do, and nothing that is for people', async () => {
    signIn({ permissions: ['api_keys.list', 'api_keys.create', 'contacts.list'] });
    await renderScreen('/api-keys/create');
    expect(await screen.findByText('Contacts', { selector: 'legend' })).toBeDefined();
    expect([permissionBox('contacts.list').disabled, permissionBox('contacts.delete').disabled]).toEqual([false, true]);
    expect(screen.queryByText('Administration', { selector: 'legend' })).toBeNull();
    expect(screen.queryByText('Roles', { selector: 'legend' })).toBeNull();
  });

  it('needs a name and a permission, and what is wrong stands at its field', async () => {
    const { user } = await renderScreen('/api-keys/create');
    await user.click(await screen.findByText('Make API key', { selector: 'button *' }));
    expect(await screen.findAllByText('Enter a name.')).not.toEqual([]);
    expect(screen.getAllByText('Choose at least one permission.')).not.toEqual([]);
    expect(api.requestsTo(apiKeys.createApiKey)).toEqual([]);
  });
});

describe('the page of an API key', () => {
  const open = (apiKey: apiKeys.ApiKey = warehouse) => {
    api.answer(apiKeys.getApiKey, { data: apiKey });
    return renderScreen('/api-keys/3');
  };

  it('says what it may do and see, and leads to what it did', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Data warehouse' })).toBeDefined();
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toContain('ASH');
    expect(facts.some((fact) => fact?.includes('from 10.1.2.3'))).toBe(true);
    expect(screen.getByRole('link', { name: 'What it did' }).getAttribute('href')).toBe('/audit/index?api_key_id=3');
  });

  it('revokes only after the question', async () => {
    api.answer(apiKeys.revokeApiKey, { data: { id: 3 } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(apiKeys.revokeApiKey)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    api.answer(apiKeys.getApiKey, { data: { ...warehouse, state: 'revoked', revoked_at: '2026-11-21T10:00:00.000Z' } });
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Data warehouse was revoked.');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'New secret' })).toBeNull());
  });

  it('makes a new secret, and asks for how long the old one is to work', async () => {
    api.answer(apiKeys.rotateApiKey, { data: { ...warehouse, key: SECRET } });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    await user.click(await screen.findByRole('button', { name: 'Make new secret' }));
    const dialog = await screen.findByRole('dialog', { name: 'The new secret is made' });
    expect(within(dialog).getByRole('textbox', { name: 'API key' })).toHaveProperty('value', SECRET);
    expect(api.requestsTo(apiKeys.rotateApiKey).map(({ body }) => body)).toEqual([{ api_key: { overlap_days: 1 } }]);
  });

  it('of a key with more permissions than one’s own can be revoked, and neither changed nor given a secret', async () => {
    signIn({ permissions: ['api_keys.list', 'api_keys.update', 'api_keys.delete', 'messages.list'] });
    await open();
    expect(await screen.findByRole('button', { name: 'Revoke' })).toBeDefined();
    expect([
      screen.queryByRole('link', { name: 'Edit' }),
      screen.queryByRole('button', { name: 'New secret' }),
    ]).toEqual([null, null]);
  });

  it('keeps the day of a key whose day was not changed', async () => {
    api.answer(apiKeys.getApiKey, { data: warehouse });
    api.answer(apiKeys.updateApiKey, { data: warehouse });
    const { user } = await renderScreen('/api-keys/3/edit');
    const day = await screen.findByLabelText<HTMLInputElement>(/^Works until/);
    expect(day.value).toBe('2027-11-01');
    await user.type(screen.getByLabelText(/^Name/), ' 2');
    await user.click(screen.getByText(/^Save/, { selector: 'button *' }));
    await waitFor(() => expect(api.requestsTo(apiKeys.updateApiKey)).toHaveLength(1));
    expect(api.requestsTo(apiKeys.updateApiKey)[0]?.body).toEqual({
      api_key: {
        name: 'Data warehouse 2',
        permissions: warehouse.permissions,
        locations: ['ASH'],
        public_keys: null,
        version: 4,
      },
    });
  });
});
