// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../../testing/render.tsx';
import { account, contacts, FRESH_SIGN_IN_NEEDED, passkeys, privacy } from '@wardvoice/contract';
import { describe, expect, it, vi } from 'vitest';
import { useSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { giveBrowserPasskeys, REQUEST } from '../../../testing/browser-passkeys.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { ExportButton } from '../../../ui/domain/export-button.tsx';
import { HoldDialog } from '../../../ui/domain/person-rights/hold-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { announceSignedOn } from './signed-on.ts';

const api = startApiServer();
const NEEDED = { type: FRESH_SIGN_IN_NEEDED, message: 'Confirm that it is you. This needs a fresh sign-in.' };
const held: privacy.LegalHold = {
  id: 1,
  patient_id: 4,
  identifier: '4711',
  given_name: null,
  family_name: null,
  reason: 'A claim.',
  held_at: '2026-01-01T00:00:00Z',
  held_by_name: null,
  released_at: null,
  released_by_name: null,
  release_reason: null,
};
const proved = { data: { fresh_until: '2026-01-01T00:30:00Z' } };

/** A form in a box, and a list that can be exported, with the dialog over them as the shell draws it. */
function Page() {
  const session = useSession();
  return (
    <>
      <HoldDialog patientId={4} isHeld={false} />
      <ExportButton address="/api/v1/contacts.csv" name="contacts" />
      {session && <ProofDialog session={session} />}
    </>
  );
}

async function refuseHold(who: Parameters<typeof signIn>[0] = {}) {
  signIn(who);
  api.refuse(privacy.holdPatient, 403, NEEDED);
  const { user } = await renderAt(<Page />);
  await user.click(screen.getByRole('button', { name: 'Hold' }));
  await user.type(await reason(), 'A claim.');
  const form = screen.getByRole('dialog', { name: 'Hold what is stored about this patient' });
  await user.click(within(form).getByRole('button', { name: 'Hold' }));
  await screen.findByRole('dialog', { name: 'Confirm that it is you' });
  return user;
}
const reason = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ });
const dialog = () => screen.getByRole('dialog', { name: 'Confirm that it is you' });
const password = () => within(dialog()).getByLabelText<HTMLInputElement>('Your password');

describe('a form that is refused until the person proves who they are', () => {
  it('is saved after the password, with what was typed in it', async () => {
    const user = await refuseHold();
    expect(dialog().textContent).toContain('Nothing that you have typed is lost.');
    await waitFor(() => expect(document.activeElement).toBe(password()));
    api.answer(account.proveIdentity, proved);
    api.answer(privacy.holdPatient, { data: held });
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull());
    expect(api.requestsTo(account.proveIdentity)[0]?.body).toEqual({ password: 'wardvoice demo' });
    expect(api.requestsTo(privacy.holdPatient).map(({ body }) => body)).toEqual([
      { legal_hold: { reason: 'A claim.' } },
      { legal_hold: { reason: 'A claim.' } },
    ]);
    expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull();
  });

  it('stays as it was when the person does not want to, and says why nothing was saved', async () => {
    const user = await refuseHold();
    await user.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
    await screen.findByText(/Confirm that it is you. This needs a fresh sign-in./);
    expect((await reason()).value).toBe('A claim.');
    expect(api.requestsTo(privacy.holdPatient)).toHaveLength(1);
  });

  it('is not closed by the Escape that closes the dialog', async () => {
    const user = await refuseHold();
    password().focus();
    await user.keyboard('{Escape}');
    expect((await reason()).value).toBe('A claim.');
    const cancel = new Event('cancel', { cancelable: true });
    dialog().dispatchEvent(cancel);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
    expect((await reason()).value).toBe('A claim.');
  });

  it('waits while the password is wrong', async () => {
    const user = await refuseHold();
    api.refuse(account.proveIdentity, 422, { message: 'No.', errors: { password: ['This is not your password.'] } });
    await user.type(password(), 'wrong{Enter}');
    await within(dialog()).findByText('This is not your password.');
    expect(api.requestsTo(privacy.holdPatient)).toHaveLength(1);
  });

  it('asks for a code where the person has two-step sign-in', async () => {
    const user = await refuseHold();
    api.refuse(account.proveIdentity, 422, { message: 'No.', errors: { code: ['Enter a code.'] } });
    await user.type(password(), 'wardvoice demo{Enter}');
    const code = await within(dialog()).findByLabelText('Code');
    api.answer(account.proveIdentity, proved);
    api.answer(privacy.holdPatient, { data: held });
    await user.type(code, '123456{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull());
    expect(api.requestsTo(account.proveIdentity)[1]?.body).toEqual({ password: 'wardvoice demo', code: '123456' });
  });

  it('is saved after a passkey, which needs no password and no code', async () => {
    giveBrowserPasskeys();
    const user = await refuseHold({ hasPasskey: true });
    api.answer(passkeys.beginOwn, { data: REQUEST });
    api.answer(passkeys.prove, proved);
    api.answer(privacy.holdPatient, { data: held });
    await user.click(within(dialog()).getByRole('button', { name: 'Confirm with a passkey' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull());
    expect(api.requestsTo(passkeys.beginOwn)[0]?.body).toEqual({ purpose: 'prove' });
  });

  it('is refused when the session ends by too many wrong passwords', async () => {
    const user = await refuseHold();
    api.refuse(account.proveIdentity, 401, { message: 'Too many wrong passwords.' });
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm that it is you' })).toBeNull());
    expect(api.requestsTo(privacy.holdPatient)).toHaveLength(1);
  });
});

describe('two calls that are refused at once', () => {
  it('are both made again after one proof', async () => {
    const user = await refuseHold();
    const list = { ...contacts.listContacts, path: '/contacts.csv' };
    api.refuse(list, 403, NEEDED);
    await user.click(screen.getByRole('button', { name: 'Export CSV', hidden: true }));
    await waitFor(() => expect(api.requestsTo(list)).toHaveLength(1));
    api.answer(account.proveIdentity, proved);
    api.answer(privacy.holdPatient, { data: held });
    URL.createObjectURL = () => 'blob:nothing';
    api.handle(list, (_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('id\r\n'));
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(api.requestsTo(list)).toHaveLength(2));
    await waitFor(() => expect(api.requestsTo(privacy.holdPatient)).toHaveLength(2));
    expect(api.requestsTo(account.proveIdentity)).toHaveLength(1);
  });
});

describe('somebody who signed in by single sign-on', () => {
  it('goes there in a tab of its own, and the form is saved when that tab is back', async () => {
    await refuseHold({ method: 'single_sign_on' });
    expect(within(dialog()).queryByLabelText('Your password')).toBeNull();
    const link = within(dialog()).getByRole('link', { name: 'Confirm with single sign-on' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([account.SINGLE_SIGN_ON_PROVE, '_blank']);
    api.answer(account.proveBySingleSignOn, proved);
    api.answer(privacy.holdPatient, { data: held });
    announceSignedOn();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: /Reason/ })).toBeNull());
    expect(api.requestsTo(account.proveBySingleSignOn)).toHaveLength(1);
  });

  it('goes to the provider where this tab signed in', async () => {
    sessionStorage.setItem('wardvoice.provider', '2');
    await refuseHold({ method: 'single_sign_on' });
    const link = within(dialog()).getByRole('link', { name: 'Confirm with single sign-on' });
    expect(link.getAttribute('href')).toBe(account.singleSignOnStart(2, { prove: true }));
  });

  it('is told by the server why it did not succeed, and can try again', async () => {
    await refuseHold({ method: 'single_sign_on' });
    api.refuse(account.proveBySingleSignOn, 403, { message: 'Somebody else signed in there.' });
    announceSignedOn();
    await within(dialog()).findByText('Somebody else signed in there.');
    expect(within(dialog()).getByRole('link', { name: 'Confirm with single sign-on' })).toBeDefined();
  });

  it('lands on a page that tells the waiting tab, and says that the tab can be closed', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    const channel = new BroadcastChannel('wardvoice.signed-on');
    const messages: unknown[] = [];
    channel.addEventListener('message', ({ data }) => messages.push(data));
    await renderScreen('/signed-on');
    expect((await screen.findByRole('status')).textContent).toContain('You can close this tab');
    await waitFor(() => expect(messages).toEqual(['signed on']));
    expect(close).toHaveBeenCalledOnce();
    channel.close();
  });
});
