// @vitest-environment jsdom
import { screen, waitFor } from '../../../testing/render.tsx';
import { account, accountInvitations, registrations } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';

const api = startApiServer();
const TITLE = { level: 1 } as const;

describe('registering', () => {
  it('says whom to ask where nobody may register, and has no form', async () => {
    api.answer(account.signInOptions, {
      data: { single_sign_on: false, providers: [], single_sign_on_only: false, registration: false, passkeys: false },
    });
    await renderScreen('/register');
    expect(await screen.findByRole('heading', { ...TITLE, name: 'By invitation only' })).toBeDefined();
    expect(screen.getByText(/Ask an administrator of your organisation for an invitation/)).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toBeDefined();
  });

  it('sends name and address without a password, and says that an e-mail is on its way', async () => {
    api.answer(account.signInOptions, {
      data: { single_sign_on: false, providers: [], single_sign_on_only: false, registration: true, passkeys: false },
    });
    api.answer(account.register, { message: 'An e-mail is on its way.', data: { name: 'Nim', email: 'n@b.ie' } });
    const { user } = await renderScreen('/register');
    await user.type(await screen.findByLabelText('Name'), 'Nim');
    await user.type(screen.getByLabelText('E-mail'), 'nowhere{Enter}');
    expect(await screen.findByText(/Enter an e-mail address/)).toBeDefined();
    expect(api.requestsTo(account.register)).toEqual([]);
    await user.clear(screen.getByLabelText('E-mail'));
    await user.type(screen.getByLabelText('E-mail'), 'n@b.ie');
    await user.dblClick(screen.getByRole('button', { name: 'Send link' }));
    expect((await screen.findByRole('status')).textContent).toBe('An e-mail is on its way.');
    expect(api.requestsTo(account.register).map(({ body }) => body)).toEqual([
      { user: { name: 'Nim', email: 'n@b.ie' } },
    ]);
  });
});

describe('the link of a registration', () => {
  it('changes nothing until a password is chosen twice, and leads to the sign-in', async () => {
    api.answer(registrations.confirmRegistration, { message: 'Your account is made.' });
    const { user, at } = await renderScreen('/confirm-registration/token-of-nim');
    await user.type(await screen.findByLabelText('Password'), 'seven hens in a row');
    await user.type(screen.getByLabelText('Password again'), 'seven ducks in a row{Enter}');
    expect(await screen.findByText('does not match')).toBeDefined();
    expect(api.requestsTo(registrations.confirmRegistration)).toEqual([]);
    await user.clear(screen.getByLabelText('Password again'));
    await user.type(screen.getByLabelText('Password again'), 'seven hens in a row{Enter}');
    await waitFor(() => expect(at().path).toBe('/login'));
    expect(api.requestsTo(registrations.confirmRegistration)[0]?.body).toEqual({
      user: { registration_token: 'token-of-nim', password: 'seven hens in a row' },
    });
  });

  it('says what the server said of a link that has ended', async () => {
    api.refuse(registrations.confirmRegistration, 422, {
      message: 'This link has expired.',
      errors: { registration_token: ['This link has expired.'] },
    });
    const { user } = await renderScreen('/confirm-registration/old');
    await user.type(await screen.findByLabelText('Password'), 'seven hens in a row');
    await user.type(screen.getByLabelText('Password again'), 'seven hens in a row{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('This link has expired.');
  });
});

describe('the link of an invitation', () => {
  it('asks for no password where people sign in by single sign-on only', async () => {
    api.answer(account.signInOptions, {
      data: {
        single_sign_on: true,
        providers: [{ number: 1, name: null }],
        single_sign_on_only: true,
        registration: false,
        passkeys: false,
      },
    });
    await renderScreen('/accept-invitation/token-of-ida');
    expect(await screen.findByRole('button', { name: 'Sign in with single sign-on' })).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('sends the password that was chosen, signs nobody in, and leads to the sign-in', async () => {
    const message = 'Your account is made. Sign in as ida@wardvoice.example.';
    api.answer(accountInvitations.acceptAccountInvitation, { message, data: { email: 'ida@wardvoice.example' } });
    const { user, at } = await renderScreen('/accept-invitation/token-of-ida');
    await user.type(await screen.findByLabelText('Password'), 'seven hens in a row');
    await user.type(screen.getByLabelText('Password again'), 'seven hens in a row{Enter}');
    await waitFor(() => expect(at().path).toBe('/login'));
    expect((await screen.findByRole('status')).textContent).toContain(message);
    expect(api.requestsTo(accountInvitations.acceptAccountInvitation)[0]?.body).toEqual({
      user: { invitation_token: 'token-of-ida', password: 'seven hens in a row' },
    });
  });
});
