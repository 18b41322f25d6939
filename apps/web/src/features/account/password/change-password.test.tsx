// @vitest-environment jsdom
import { renderAt, screen } from '../../../testing/render.tsx';
import { account, MIN_PASSWORD_CHARACTERS } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { ChangePassword } from './change-password.tsx';

const api = startApiServer();

async function renderForm() {
  signIn();
  const { user } = await renderAt(<ChangePassword email="nora@wardvoice.example" />);
  const [before, next] = [...document.querySelectorAll<HTMLInputElement>('input[type=password]')];
  if (!before || !next) throw new Error('The form has no two fields for passwords.');
  return { user, before, next };
}

describe('a new password', () => {
  it('is not sent while the contract refuses it: what is wrong stands at the field', async () => {
    const { user, before, next } = await renderForm();
    await user.type(before, 'wardvoice demo');
    await user.type(next, 'short{Enter}');
    const wrong = await screen.findByText(`Use at least ${MIN_PASSWORD_CHARACTERS} characters.`);
    expect(next.getAttribute('aria-describedby')?.split(' ')).toContain(wrong.id);
    expect(api.requestsTo(account.changePassword)).toEqual([]);
  });

  it('is sent with the old one, and both fields are empty afterwards', async () => {
    api.answer(account.changePassword, { message: 'Your password was changed.' });
    const { user, before, next } = await renderForm();
    await user.type(before, 'wardvoice demo');
    await user.type(next, 'a longer sentence 1{Enter}');
    expect((await screen.findByRole('status')).textContent).toContain('Your password was changed.');
    expect(api.requestsTo(account.changePassword)[0]?.body).toEqual({
      user: { old_password: 'wardvoice demo', password: 'a longer sentence 1' },
    });
    expect([before.value, next.value]).toEqual(['', '']);
  });

  it('that the server refuses is kept, with the reason at its field', async () => {
    api.refuse(account.changePassword, 422, {
      message: 'No.',
      errors: { old_password: ['This is not your password.'] },
    });
    const { user, before, next } = await renderForm();
    await user.type(before, 'something else');
    await user.type(next, 'a longer sentence 1{Enter}');
    await screen.findByText('This is not your password.');
    expect(before.value).toBe('something else');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that could not be sent at all is told of above the fields', async () => {
    api.refuse(account.changePassword, 429, { message: 'Too many attempts. Wait a minute.' });
    const { user, before, next } = await renderForm();
    await user.type(before, 'wardvoice demo');
    await user.type(next, 'a longer sentence 1{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts. Wait a minute.');
  });
});
