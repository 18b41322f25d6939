// @vitest-environment jsdom
import { fireEvent, renderAt, screen, waitFor, within } from '../../../testing/render.tsx';
import { useQuery } from '@tanstack/react-query';
import { account, categories, passkeys, users } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { ask } from '../../../api/ask.ts';
import { getSession, useSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { giveBrowserPasskeys, REQUEST } from '../../../testing/browser-passkeys.ts';
import { categoryOf, pageOf } from '../../../testing/records.ts';
import { sessionReply, signIn } from '../../../testing/sign-in.ts';
import { announceSignedOn } from '../proof/signed-on.ts';
import { LockScreen } from './lock-screen.tsx';

const api = startApiServer();

/** A page with a form that is half filled, as the shell draws the lock over it. */
function HalfFilled() {
  const session = useSession();
  const { data } = useQuery(ask(categories.listCategories, {}));
  useQuery(ask(users.listUsers, {}));
  return (
    <>
      <label>
        Note <input />
      </label>
      <p>{data ? data.data.map(({ title }) => title).join() : 'On its way'}</p>
      {session?.locked && <LockScreen session={session} />}
    </>
  );
}

async function renderLocked(who: Parameters<typeof signIn>[0] = {}) {
  api.answer(categories.listCategories, pageOf([categoryOf(1, 'Food')]));
  api.answer(users.listUsers, pageOf<users.User>([]));
  signIn({ locked: true, ...who });
  const drawn = await renderAt(<HalfFilled />);
  await screen.findByText('Food');
  return drawn;
}
const box = () => screen.getByRole('dialog', { name: 'Locked' });
const password = () => within(box()).getByLabelText<HTMLInputElement>('Password');

describe('the lock screen', () => {
  it('says whose page it is, and waits for the password', async () => {
    await renderLocked();
    expect(box().textContent).toContain('Nora Nurse, enter your password');
    await waitFor(() => expect(document.activeElement).toBe(password()));
  });

  it('goes when the password is right: what was typed is still there, and all is fetched again', async () => {
    api.answer(account.unlockSession, sessionReply({ permissions: ['cases.list'] }));
    const { user } = await renderLocked();
    const form = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note', hidden: true });
    form.value = 'half a sentence';
    api.answer(categories.listCategories, pageOf([categoryOf(1, 'Meals')]));
    await user.type(password(), 'wardvoice demo');
    await user.click(within(box()).getByRole('button', { name: 'Unlock' }));
    await screen.findByText('Meals');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(form.value).toBe('half a sentence');
    expect(api.requestsTo(account.unlockSession)[0]?.body).toEqual({ password: 'wardvoice demo' });
    await waitFor(() => expect(api.requestsTo(users.listUsers)).toHaveLength(2));
    expect(getSession()).toMatchObject({ locked: false, permissions: ['cases.list'] });
  });

  it('stays when the password is wrong, says so, and has the field empty and ready', async () => {
    api.refuse(account.unlockSession, 422, { message: 'No.', errors: { password: ['This is not your password.'] } });
    const { user } = await renderLocked();
    await user.type(password(), 'wrong{Enter}');
    await within(box()).findByText('This is not your password.');
    expect(password().value).toBe('');
    expect(document.activeElement).toBe(password());
    expect(getSession()?.locked).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers no passkey to somebody who has none', async () => {
    giveBrowserPasskeys();
    await renderLocked();
    expect(within(box()).queryByRole('button', { name: 'Unlock with a passkey' })).toBeNull();
  });

  it('goes with a passkey of somebody who has one', async () => {
    giveBrowserPasskeys();
    api.answer(passkeys.beginOwn, { data: REQUEST });
    api.answer(passkeys.unlock, sessionReply());
    const { user } = await renderLocked({ hasPasskey: true });
    await user.click(within(box()).getByRole('button', { name: 'Unlock with a passkey' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(passkeys.beginOwn)[0]?.body).toEqual({ purpose: 'unlock' });
  });

  it('stays when the passkey is not accepted, and says so', async () => {
    giveBrowserPasskeys();
    api.answer(passkeys.beginOwn, { data: REQUEST });
    api.refuse(passkeys.unlock, 422, { message: 'No.', errors: { credential: ['Not accepted.'] } });
    const { user } = await renderLocked({ hasPasskey: true });
    await user.click(within(box()).getByRole('button', { name: 'Unlock with a passkey' }));
    expect((await within(box()).findByRole('alert')).textContent).toBe('No.');
    expect(getSession()?.locked).toBe(true);
  });

  it('cannot be closed by Escape', async () => {
    await renderLocked();
    const cancel = new Event('cancel', { cancelable: true });
    box().dispatchEvent(cancel);
    expect(cancel.defaultPrevented).toBe(true);
    const dialog = box() as HTMLDialogElement;
    dialog.close();
    expect(dialog.open).toBe(true);
  });

  it('lets somebody sign out, and forgets what was fetched, even where the server does not hear of it', async () => {
    api.refuse(account.logout, 503, { message: 'Away.' });
    const { user } = await renderLocked();
    await user.click(within(box()).getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(getSession()).toBeNull());
    await waitFor(() => expect(screen.queryByText('Food')).toBeNull());
  });

  it('tells the other tabs that the person is back', async () => {
    api.answer(account.unlockSession, sessionReply());
    const otherTab = new BroadcastChannel('wardvoice.activity');
    const messages: unknown[] = [];
    otherTab.addEventListener('message', ({ data }) => messages.push(data));
    const { user } = await renderLocked();
    await user.type(password(), 'right{Enter}');
    await waitFor(() => expect(messages).toContainEqual({ changed: 'unlocked' }));
    otherTab.close();
  });

  it('sends somebody of a single sign-on there in a tab of its own, and goes when that tab is back', async () => {
    await renderLocked({ method: 'single_sign_on' });
    expect(box().textContent).toContain('Nora Nurse, sign in again to go on where you were.');
    expect(within(box()).queryByLabelText('Password')).toBeNull();
    const form = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note', hidden: true });
    form.value = 'half a sentence';
    const link = within(box()).getByRole('link', { name: 'Sign in again' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([account.SINGLE_SIGN_ON_PROVE, '_blank']);
    api.answer(account.unlockBySingleSignOn, sessionReply({ method: 'single_sign_on' }));
    announceSignedOn();
    // It is another tab that this one has nothing to do with, until the person goes there from here.
    fireEvent.click(link);
    await waitFor(() => expect(api.requestsTo(account.unlockBySingleSignOn)).toEqual([]));
    announceSignedOn();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(account.unlockBySingleSignOn)).toHaveLength(1);
    expect(form.value).toBe('half a sentence');
    expect(getSession()?.locked).toBe(false);
  });

  it('says why a single sign-on did not unlock it, and can be tried again', async () => {
    await renderLocked({ method: 'single_sign_on' });
    api.refuse(account.unlockBySingleSignOn, 403, { message: 'Somebody else signed in there.' });
    fireEvent.click(within(box()).getByRole('link', { name: 'Sign in again' }));
    announceSignedOn();
    await within(box()).findByText('Somebody else signed in there.');
    expect(getSession()?.locked).toBe(true);
    expect(within(box()).getByRole('button', { name: /Sign in in this tab/ })).toBeDefined();
  });
});
