// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { account, categories, passkeys, TWO_STEP_NEEDED } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../api/call.ts';
import { getSession, useSession } from '../../api/session.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { ownAccountOf, sessionReply, signIn } from '../../testing/sign-in.ts';
import { CREATION, giveBrowserPasskeys, passkeyOf } from '../../testing/browser-passkeys.ts';
import { TwoStepGate } from './two-step-gate.tsx';

const api = startApiServer();

/** As the shell chooses between the two. */
function Application() {
  const session = useSession();
  if (!session) return <p>Signed out</p>;
  return session.needs_two_step ? <TwoStepGate session={session} /> : <p>The application</p>;
}

const NEEDED = { needsTwoStep: true };
beforeEach(() => {
  api.answer(account.getSession, sessionReply(NEEDED));
  api.answer(account.getAccount, { data: ownAccountOf({ passkeys: { count: 0, can_add: true, hindrance: null } }) });
});

async function renderGate(who: Parameters<typeof signIn>[0] = NEEDED) {
  signIn(who);
  const drawn = await renderAt(<Application />);
  await screen.findByRole('heading', { level: 1, name: 'Switch on two-step sign-in' });
  return drawn;
}

describe('somebody who has to switch two-step sign-in on', () => {
  it('is told why, and sees nothing of the application', async () => {
    await renderGate();
    expect(screen.getByText(/Once you have an authenticator app or a passkey, Wardvoice opens./)).toBeDefined();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('gives the password and a code, keeps the recovery codes, and is in', async () => {
    const { user } = await renderGate();
    api.answer(account.beginTwoStep, { data: { secret: 'ABCDEFGH', otpauth_url: 'otpauth://totp/Wardvoice' } });
    api.answer(account.confirmTwoStep, { data: { recovery_codes: ['hq7m-2xkd-9tpw'] } });
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    await user.type(await screen.findByLabelText('Your password'), 'seven hens in a row');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await user.type(await screen.findByLabelText('Code from the app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    expect(await screen.findByText('hq7m-2xkd-9tpw')).toBeDefined();
    api.answer(account.getSession, sessionReply());
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('The application')).toBeDefined();
  });

  it('adds a passkey instead, keeps the recovery codes, and is in', async () => {
    giveBrowserPasskeys();
    const { user } = await renderGate();
    api.answer(passkeys.beginPasskey, { data: CREATION });
    api.answer(passkeys.addPasskey, { data: { ...passkeyOf(1), recovery_codes: ['hq7m-2xkd-9tpw'] } });
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('hq7m-2xkd-9tpw')).toBeDefined();
    api.answer(account.getSession, sessionReply());
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText('The application')).toBeDefined();
  });

  it('can sign out', async () => {
    api.answer(account.logout, { data: { id: 3 } });
    const { user } = await renderGate();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(getSession()).toBeNull());
  });

  it('is unlocked with the password first, where the session is locked', async () => {
    await renderGate({ ...NEEDED, locked: true });
    expect(screen.getByRole('dialog', { name: 'Locked' })).toBeDefined();
  });
});

it('a call that is refused for it brings the screen in place of the application', async () => {
  signIn();
  await renderAt(<Application />);
  await screen.findByText('The application');
  api.refuse(categories.listCategories, 403, { type: TWO_STEP_NEEDED, message: 'Switch it on first.' });
  await expect(call(categories.listCategories, {})).rejects.toThrow('Switch it on first.');
  expect(await screen.findByRole('heading', { level: 1, name: 'Switch on two-step sign-in' })).toBeDefined();
});
