// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../../testing/render.tsx';
import { account } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { sessionReply } from '../../../testing/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

const api = startApiServer();
const signedIn = { ...sessionReply({ permissions: ['cases.list'] }), auth_token: 'fresh-token' };

beforeEach(() => {
  api.answer(account.signInOptions, {
    data: { single_sign_on: false, single_sign_on_only: false, registration: false, passkeys: false },
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
      data: { single_sign_on: true, single_sign_on_only: false, registration: false, passkeys: false },
    });
    await renderForm();
    expect(await screen.findByRole('button', { name: /single sign-on/i })).toBeDefined();
  });

  it('offers nothing else where the hospital accepts nothing else, but a superuser their password', async () => {
    api.answer(account.signInOptions, {
      data: { single_sign_on: true, single_sign_on_only: true, registration: false, passkeys: false },
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
      data: { single_sign_on: true, single_sign_on_only: true, registration: false, passkeys: false },
    });
    api.refuse(account.finishSingleSignOn, 401, { message: 'Nobody here has your e-mail address.' });
    await renderForm('?signed_on=1');
    expect((await screen.findByRole('alert')).textContent).toContain('Nobody here has your e-mail address.');
  });

  it('does not offer to register where nobody may', async () => {
    await renderForm();
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Register' })).toBeNull();
  });

  it('offers to register where anybody may', async () => {
    api.answer(account.signInOptions, {
      data: { single_sign_on: false, single_sign_on_only: false, registration: true, passkeys: false },
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
