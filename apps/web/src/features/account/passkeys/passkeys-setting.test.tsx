// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../../testing/render.tsx';
import { account, passkeys } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { CREATION, giveBrowserPasskeys, passkeyOf } from '../../../testing/browser-passkeys.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccountOf, sessionReply, signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const own = (more: Partial<account.OwnAccount['passkeys']> = {}) =>
  ownAccountOf({
    two_step: { enabled: false, recovery_codes_left: 9, required: false },
    passkeys: { count: 1, can_add: true, hindrance: null, ...more },
  });

beforeEach(() => {
  signIn();
  api.answer(account.getAccount, { data: own() });
  api.answer(account.getSession, sessionReply({ hasPasskey: true }));
  api.answer(account.listSessions, { data: [] });
  api.answer(passkeys.listPasskeys, {
    data: [
      passkeyOf(1, { name: 'Phone', synced: true, last_used_at: '2026-11-21T10:00:00.000Z' }),
      passkeyOf(2, { name: 'Key', usable: false }),
    ],
  });
});

async function renderPasskeys() {
  const { user } = await renderScreen('/account');
  await screen.findByRole('heading', { name: 'Passkeys' });
  return user;
}
const rows = async () => within(await screen.findByRole('list', { name: 'Passkeys' })).getAllByRole('listitem');

describe('passkeys', () => {
  it('are listed with what they are', async () => {
    await renderPasskeys();
    const [phone, key] = (await rows()).map(({ textContent }) => textContent);
    expect(phone).toContain('on your devices');
    expect(key).toMatch(/on one device only.*not used yet.*cannot be used here/);
    expect(screen.getByText(/9 recovery codes are left/)).toBeDefined();
  });

  it('are added with a name, and the session can then be unlocked with them', async () => {
    giveBrowserPasskeys();
    api.answer(passkeys.beginPasskey, { data: CREATION });
    api.answer(passkeys.addPasskey, { data: { ...passkeyOf(3), recovery_codes: [] } });
    const user = await renderPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Ward computer');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(api.requestsTo(passkeys.addPasskey)).toHaveLength(1));
    expect(api.requestsTo(passkeys.addPasskey)[0]?.body).toMatchObject({
      name: 'Ward computer',
      credential: { id: 'cGFzc2tleQ', response: { transports: ['internal'] } },
    });
    await waitFor(() => expect(getSession()?.has_passkey).toBe(true));
  });

  it('come with recovery codes for whoever had none', async () => {
    giveBrowserPasskeys();
    api.answer(passkeys.beginPasskey, { data: CREATION });
    api.answer(passkeys.addPasskey, { data: { ...passkeyOf(3), recovery_codes: ['hq7m-2xkd-9tpw'] } });
    const user = await renderPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('hq7m-2xkd-9tpw')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByRole('button', { name: 'Add a passkey' })).toBeDefined();
  });

  it.each([
    ['NotAllowedError', /was not confirmed/],
    ['InvalidStateError', /has a passkey of yours already/],
    ['SecurityError', /only at the address of this server/],
    ['ConstraintError', /cannot check by fingerprint/],
    ['UnknownError', /could not use a passkey/],
  ])('say in words of ours why the browser made none: %s', async (failure, words) => {
    giveBrowserPasskeys({ failure });
    api.answer(passkeys.beginPasskey, { data: CREATION });
    const user = await renderPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(api.requestsTo(passkeys.addPasskey)).toEqual([]);
  });

  it('are renamed', async () => {
    api.answer(passkeys.renamePasskey, { data: passkeyOf(1) });
    const user = await renderPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Rename Phone' }));
    await user.type(screen.getByRole('textbox', { name: 'Name' }), ' of Nora{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    expect(api.requestsTo(passkeys.renamePasskey).map(({ path, body }) => [path, body])).toEqual([
      ['/account/passkeys/1', { name: 'Phone of Nora' }],
    ]);
  });

  it('are removed after the question', async () => {
    api.answer(passkeys.removePasskey, { data: { id: 1 } });
    const user = await renderPasskeys();
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(passkeys.removePasskey)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(passkeys.removePasskey)).toHaveLength(1));
  });

  it('are not offered by a browser that has none', async () => {
    await renderPasskeys();
    expect(await screen.findByText('This browser cannot use passkeys.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('are not spoken of where there can be none', async () => {
    api.answer(account.getAccount, { data: own({ count: 0, can_add: false }) });
    await renderScreen('/account');
    await screen.findByRole('heading', { name: 'Nora Nurse' });
    expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull();
  });

  it('are missing for a reason, which an administrator reads', async () => {
    api.answer(account.getAccount, { data: own({ count: 0, can_add: false, hindrance: 'ip_address' }) });
    api.answer(passkeys.listPasskeys, { data: [] });
    await renderPasskeys();
    expect(await screen.findByText(/reached by an IP address/)).toBeDefined();
  });

  it('say why they could not be listed, and are listed again', async () => {
    api.refuse(passkeys.listPasskeys, 403, { message: 'Not now.' });
    const user = await renderPasskeys();
    expect(await screen.findByText('Not now.')).toBeDefined();
    api.answer(passkeys.listPasskeys, { data: [passkeyOf(1)] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Passkey 1')).toBeDefined();
  });
});

describe('the authenticator app', () => {
  it('can be switched off where it is required and there is a passkey', async () => {
    api.answer(account.getAccount, {
      data: { ...own(), two_step: { enabled: true, recovery_codes_left: 9, required: true } },
    });
    await renderPasskeys();
    expect(await screen.findByRole('button', { name: 'Switch off' })).toBeDefined();
  });
});
