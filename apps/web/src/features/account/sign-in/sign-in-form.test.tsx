// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../../testing/render.tsx';
import { account, passkeys } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { giveBrowserPasskeys, REQUEST } from '../../../testing/browser-passkeys.ts';
import { sessionReply } from '../../../testing/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';
import { readProvider } from './single-sign-on.ts';

const api = startApiServer();
const signedIn = { ...sessionReply({ permissions: ['cases.list'] }), auth_token: 'fresh-token' };

beforeEach(() => {
  api.answer(account.signInOptions, {
    data: { single_sign_on: false, providers: [], single_sign_on_only: false, registration: false, passkeys: false },
  });
});

async function renderForm(search = '') {
  const drawn = await renderAt(<SignInForm />, search);
  await waitFor(() => expect(api.requestsTo(account.signInOptions)).not.toEqual([]));
  return drawn;
}
const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'E-mail' });
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

describe('signing in', () => {
  it('keeps the session and begins with the dashboard', async () => {
    api.answer(account.login, signedIn);
    const { user, at } = await renderForm();
    await user.type(email(), 'nora@wardvoice.example');
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(at().path).toBe('/dashboard'));
    expect(getSession()).toMatchObject({ auth_token: 'fresh-token', permissions: ['cases.list'], locked: false });
    expect(api.requestsTo(account.login)[0]?.body).toEqual({
      username: 'nora@wardvoice.example',
      password: 'wardvoice demo',
    });
  });

  it('goes on to the screen that was asked for', async () => {
    api.answer(account.login, signedIn);
    const { user, at } = await renderForm(`?redirect=${encodeURIComponent('/cases/index?open=1')}`);
    await user.type(email(), 'nora@wardvoice.example');
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(at()).toEqual({ path: '/cases/index', search: { open: '1' } }));
  });

  it('does not go on to an address outside, whoever wrote that into the link', async () => {
    api.answer(account.login, signedIn);
    const { user, at } = await renderForm(`?redirect=${encodeURIComponent('//evil.example/cases')}`);
    await user.type(email(), 'nora@wardvoice.example');
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(at().path).toBe('/dashboard'));
  });

  it('asks the server for nothing while something is missing', async () => {
    const { user } = await renderForm();
    await user.type(email(), 'nora@wardvoice.example{Enter}');
    expect(screen.getByRole('alert')).toBeDefined();
    expect(password().getAttribute('aria-invalid')).toBe('true');
    expect(api.requestsTo(account.login)).toEqual([]);
  });

  it('says what the server said, and keeps what was typed', async () => {
    api.refuse(account.login, 401, { message: 'E-mail or password is wrong.' });
    const { user } = await renderForm();
    await user.type(email(), 'nora@wardvoice.example');
    await user.type(password(), 'wrong{Enter}');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('E-mail or password is wrong.'));
    expect(email().value).toBe('nora@wardvoice.example');
    expect(getSession()).toBeNull();
  });

  it('offers single sign-on only where the hospital has it', async () => {
    await renderForm();
    expect(screen.queryByRole('button', { name: /single sign-on/i })).toBeNull();
  });

  it('offers single sign-on where the hospital has it', async () => {
    api.answer(account.signInOptions, {
      data: {
        single_sign_on: true,
        providers: [{ number: 1, name: null }],
        single_sign_on_only: false,
        registration: false,
        passkeys: false,
      },
    });
    await renderForm();
    expect(await screen.findByRole('button', { name: /single sign-on/i })).toBeDefined();
  });

  it('offers each provider by its name where there are several', async () => {
    const providers = [
      { number: 1, name: 'Harbour Hospital' },
      { number: 2, name: 'Quay Clinic' },
    ];
    api.answer(account.signInOptions, {
      data: { single_sign_on: true, providers, single_sign_on_only: true, registration: false, passkeys: false },
    });
    const { user } = await renderForm();
    expect(await screen.findByRole('button', { name: 'Sign in at Harbour Hospital' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Sign in at Quay Clinic' }));
    expect(readProvider()).toBe(2);
  });

  it('offers nothing else where the hospital accepts nothing else, but a superuser their password', async () => {
    api.answer(account.signInOptions, {
      data: {
        single_sign_on: true,
        providers: [{ number: 1, name: null }],
        single_sign_on_only: true,
        registration: false,
        passkeys: false,
      },
    });
    const { user } = await renderForm();
    expect(await screen.findByText('Your organisation signs you in.')).toBeDefined();
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Superuser: sign in with a password' }));
    api.answer(account.login, signedIn);
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
    await user.type(email(), 'nora@wardvoice.example');
    await user.type(password(), 'wardvoice demo{Enter}');
    await waitFor(() => expect(getSession()?.auth_token).toBe('fresh-token'));
  });

  it('says why single sign-on did not succeed where there is nothing else', async () => {
    api.answer(account.signInOptions, {
      data: {
        single_sign_on: true,
        providers: [{ number: 1, name: null }],
        single_sign_on_only: true,
        registration: false,
        passkeys: false,
      },
    });
    api.refuse(account.finishSingleSignOn, 401, { message: 'Nobody here has your e-mail address.' });
    await renderForm('?signed_on=1');
    expect((await screen.findByRole('alert')).textContent).toContain('Nobody here has your e-mail address.');
  });

  describe('with a passkey', () => {
    const offered = {
      single_sign_on: false,
      providers: [],
      single_sign_on_only: false,
      registration: false,
      passkeys: true,
    };
    const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' });

    it('needs neither address nor password', async () => {
      giveBrowserPasskeys();
      api.answer(account.signInOptions, { data: offered });
      api.answer(passkeys.beginLogin, { data: REQUEST });
      api.answer(passkeys.login, signedIn);
      const { user, at } = await renderForm(`?redirect=${encodeURIComponent('/cases/index')}`);
      await user.click(await button());
      await waitFor(() => expect(at().path).toBe('/cases/index'));
      expect(api.requestsTo(passkeys.login)[0]?.body).toMatchObject({ credential: { id: 'cGFzc2tleQ' } });
    });

    it('says why it did not succeed, and finds nothing wrong with the fields', async () => {
      giveBrowserPasskeys({ failure: 'NotAllowedError' });
      api.answer(account.signInOptions, { data: offered });
      api.answer(passkeys.beginLogin, { data: REQUEST });
      const { user } = await renderForm();
      await user.click(await button());
      expect((await screen.findByRole('alert')).textContent).toContain('It was not confirmed');
      expect(email().getAttribute('aria-invalid')).toBeNull();
      expect(getSession()).toBeNull();
    });

    it('is not offered by a browser that has none, nor where the server can have none', async () => {
      api.answer(account.signInOptions, { data: offered });
      await renderForm();
      expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
    });

    it('is the second step after the password, beside a code', async () => {
      giveBrowserPasskeys();
      const asked = { two_step_required: true, two_step_token: 'second-step', passkey: true };
      api.refuse(account.login, 403, Object.assign({ message: 'Use your passkey, or enter a code.' }, asked));
      api.answer(passkeys.beginSecondStep, { data: REQUEST });
      api.answer(passkeys.finishSecondStep, signedIn);
      const { user, at } = await renderForm();
      await user.type(email(), 'nora@wardvoice.example');
      await user.type(password(), 'wardvoice demo{Enter}');
      const use = await screen.findByRole('button', { name: 'Use a passkey' });
      expect(screen.getByRole('textbox', { name: 'Code' })).toBeDefined();
      await user.click(use);
      await waitFor(() => expect(at().path).toBe('/dashboard'));
      expect(api.requestsTo(passkeys.finishSecondStep)[0]?.body).toMatchObject({ two_step_token: 'second-step' });
    });
  });

  it('does not offer to register where nobody may', async () => {
    await renderForm();
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
  });

  it('offers to register where anybody may', async () => {
    api.answer(account.signInOptions, {
      data: { single_sign_on: false, providers: [], single_sign_on_only: false, registration: true, passkeys: false },
    });
    await renderForm();
    expect((await screen.findByRole('link', { name: 'Register' })).getAttribute('href')).toBe('/register');
  });

  it('goes on by itself for somebody who comes back from single sign-on', async () => {
    api.answer(account.finishSingleSignOn, signedIn);
    const { at } = await renderForm('?signed_on=1');
    await waitFor(() => expect(at().path).toBe('/dashboard'));
    expect(api.requestsTo(account.finishSingleSignOn)).toHaveLength(1);
  });
});
