// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { account, notices } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccountOf, signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const ownOf = (enabled = false): account.OwnAccount =>
  ownAccountOf({ two_step: { enabled, recovery_codes_left: enabled ? 1 : 0, required: false } });
const sessionOf = (id: number, more: Partial<account.OpenSession> = {}): account.OpenSession => ({
  id,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/128.0',
  address: '10.0.0.1',
  method: 'password',
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  current: false,
  ...more,
});

const noticesOf = (more: Partial<notices.OwnNotices> = {}): notices.OwnNotices => ({
  kinds: [
    { kind: 'case_opened', email: true, sms: true, digest: false, offers_sms: true, must_reach: true },
    { kind: 'alarm_opened', email: true, sms: false, digest: false, offers_sms: false, must_reach: false },
  ],
  digest_hour: null,
  time_zone: 'Europe/Dublin',
  has_email: true,
  has_phone: true,
  ...more,
});

beforeEach(() => {
  signIn();
  api.answer(notices.getNotices, { data: noticesOf() });
  api.answer(account.getAccount, { data: ownOf() });
  api.answer(account.listSessions, { data: [sessionOf(1, { current: true }), sessionOf(2, { user_agent: null })] });
});

async function renderAccount() {
  const drawn = await renderScreen('/account');
  await screen.findByRole('heading', { name: 'Nora Nurse' });
  return drawn;
}

describe('where somebody is signed in', () => {
  it('is told by browser and system, and ended one by one', async () => {
    api.answer(account.endOneSession, { data: { id: 2 } });
    const { user } = await renderAccount();
    expect((await screen.findByText('Firefox, Windows')).closest('li')?.textContent).toContain('This browser');
    await user.click(screen.getByRole('button', { name: 'Sign out Unknown browser' }));
    await waitFor(() => expect(api.requestsTo(account.endOneSession).map(({ path }) => path)).toEqual(['/sessions/2']));
    await waitFor(() => expect(api.requestsTo(account.listSessions).length).toBeGreaterThan(1));
  });

  it('is ended everywhere else after the question', async () => {
    api.answer(account.endOtherSessions, { data: { ended: 1 } });
    const { user } = await renderAccount();
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(account.endOtherSessions)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere else' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(account.endOtherSessions)).toHaveLength(1));
  });

  it('says why it could not be told, and tries again', async () => {
    api.refuse(account.listSessions, 403, { message: 'Not now.' });
    const { user } = await renderAccount();
    expect(await screen.findByText('Not now.')).toBeDefined();
    api.answer(account.listSessions, { data: [sessionOf(1, { current: true })] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Firefox, Windows')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  });
});

describe('two-step sign-in', () => {
  it('is switched on with the password, the key and a first code; then the recovery codes are shown once', async () => {
    api.answer(account.beginTwoStep, {
      data: { secret: 'ABCDEFGHIJKLMNOP', otpauth_url: 'otpauth://totp/Wardvoice?secret=ABCDEFGHIJKLMNOP' },
    });
    api.answer(account.confirmTwoStep, { data: { recovery_codes: ['one-1', 'two-2'] } });
    const { user } = await renderAccount();
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Enter your password.')).toBeDefined();
    expect(api.requestsTo(account.beginTwoStep)).toEqual([]);
    await user.type(screen.getByLabelText('Your password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('img', { name: 'Key for the authenticator app as a QR code' })).toBeDefined();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeDefined();
    await user.type(screen.getByLabelText('Code from the app'), '123456');
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['one-1', 'two-2']);
    expect(api.requestsTo(account.confirmTwoStep)[0]?.body).toEqual({ code: '123456' });
    api.answer(account.getAccount, { data: ownOf(true) });
    await user.click(screen.getByRole('button', { name: 'I have kept them' }));
    expect(await screen.findByText(/1 recovery code is left\./)).toBeDefined();
  });

  it('stays off when the code is wrong, and says so at the field', async () => {
    api.answer(account.beginTwoStep, { data: { secret: 'ABCD', otpauth_url: 'otpauth://totp/W?secret=ABCD' } });
    api.refuse(account.confirmTwoStep, 422, { message: 'No.', errors: { code: ['This code is not right.'] } });
    const { user } = await renderAccount();
    await user.click(screen.getByRole('button', { name: 'Switch on' }));
    await user.type(screen.getByLabelText('Your password'), 'secret words{Enter}');
    await user.type(await screen.findByLabelText('Code from the app'), '000000{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText(/With a password alone/)).toBeDefined();
  });

  it('is switched off with the password', async () => {
    api.answer(account.getAccount, { data: ownOf(true) });
    api.answer(account.disableTwoStep, { data: ownOf() });
    const { user } = await renderAccount();
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    await user.type(screen.getByLabelText('Your password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Switch off' }));
    expect(await screen.findByText('Two-step sign-in is off.')).toBeDefined();
    expect(api.requestsTo(account.disableTwoStep).map(({ body }) => body)).toEqual([{ password: 'secret words' }]);
  });
});

describe('somebody who is not signed in', () => {
  it('is sent a link for a new password, whoever it is', async () => {
    api.answer(account.forgotPassword, { message: 'If there is such an account, we have written to it.' });
    const { user } = await renderScreen('/forgot-password');
    await user.type(await screen.findByLabelText('E-mail'), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText(/^Enter an e-mail address/)).toBeDefined();
    await user.type(screen.getByLabelText('E-mail'), '@ward.example{Enter}');
    expect((await screen.findByRole('status')).textContent).toContain('If there is such an account');
    expect(api.requestsTo(account.forgotPassword).map(({ body }) => body)).toEqual([{ email: 'nobody@ward.example' }]);
  });

  it('chooses a new password with the link of the e-mail, once', async () => {
    api.refuse(account.resetPassword, 422, { message: 'This link has been used.', errors: { reset_token: ['Used.'] } });
    const { user, at } = await renderScreen('/reset-password/token-1');
    await user.type(await screen.findByLabelText('E-mail'), 'r@ward.example');
    await user.type(screen.getByLabelText('New password'), 'a few words to keep');
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This link has been used.');
    api.answer(account.resetPassword, { message: 'Your password was changed.' });
    await user.click(screen.getByRole('button', { name: 'Set password' }));
    await waitFor(() => expect(at().path).toBe('/login'));
    expect(api.requestsTo(account.resetPassword)[1]?.body).toEqual({
      user: { email: 'r@ward.example', password: 'a few words to keep', reset_token: 'token-1' },
    });
  });
});

it('two-step sign-in that the organisation asks for is not offered to be switched off', async () => {
  const own = ownOf(true);
  api.answer(account.getAccount, { data: { ...own, two_step: { ...own.two_step, required: true } } });
  await renderAccount();
  expect(screen.getByText('Your organisation asks for it, so it stays on.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Switch off' })).toBeNull();
});

describe('what somebody hears of', () => {
  it('is on the screen always, and by e-mail, SMS and once a day as they choose', async () => {
    api.answer(notices.updateNotices, { data: noticesOf({ digest_hour: 8 }) });
    const { user } = await renderAccount();
    await user.click(await screen.findByRole('checkbox', { name: 'A case for you: by SMS' }));
    expect(screen.getByText('Not by SMS')).toBeDefined();
    expect(screen.getAllByRole('img', { name: 'Always' })).toHaveLength(2);
    const daily = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'An alarm: in the daily e-mail' });
    expect(daily().disabled).toBe(true);
    await user.click(screen.getByRole('combobox', { name: 'Daily e-mail at' }));
    await user.click(await screen.findByRole('option', { name: '08:00' }));
    expect([daily().disabled, daily().checked]).toEqual([false, true]);
    await user.click(daily());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('What you hear of is saved.')).toBeDefined();
    expect(api.requestsTo(notices.updateNotices).map(({ body }) => body)).toEqual([
      {
        notices: {
          kinds: [
            { kind: 'case_opened', email: true, sms: false, digest: true },
            { kind: 'alarm_opened', email: true, sms: false, digest: false },
          ],
          digest_hour: 8,
          time_zone: 'Europe/Dublin',
        },
      },
    ]);
  });

  it('says in its row why a case cannot be left out', async () => {
    api.refuse(notices.updateNotices, 422, {
      message: 'Not complete',
      errors: { case_opened: ['A patient may be in need: keep e-mail or SMS.'] },
    });
    const { user } = await renderAccount();
    await user.click(await screen.findByRole('checkbox', { name: 'A case for you: by e-mail' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      (await screen.findByText('A patient may be in need: keep e-mail or SMS.')).closest('tr')?.textContent,
    ).toContain('A case for you');
  });

  it('says that no phone is stored, and why it could not be read', async () => {
    api.refuse(notices.getNotices, 403, { message: 'Not now.' });
    const { user } = await renderAccount();
    expect(await screen.findByText('Not now.')).toBeDefined();
    api.answer(notices.getNotices, { data: noticesOf({ has_phone: false }) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/No phone is stored for you/)).toBeDefined();
  });
});
