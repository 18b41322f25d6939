// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { accountInvitations, registrations, users } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const MAY_CREATE = { permissions: ['users.list', 'users.create'] };
const nim: registrations.Registration = {
  id: 4,
  user_id: 40,
  name: 'Nim Newcomer',
  email: 'nim@wardvoice.example',
  confirmed_at: '2026-11-20T10:00:00.000Z',
};

const ida: accountInvitations.AccountInvitation = {
  id: 6,
  name: 'Ida Invited',
  email: 'ida@wardvoice.example',
  super_user: 0,
  locations: ['W1', 'W2'],
  role_name: 'Ward nurse',
  application_title: 'St. Brigid’s',
  invited_by: 'Nora Nurse',
  sent_at: '2026-11-20T10:00:00.000Z',
  expires_at: '2026-11-27T10:00:00.000Z',
  is_expired: false,
};

beforeEach(() => {
  api.answer(users.listUsers, pageOf([]));
  api.answer(registrations.listRegistrations, pageOf([nim]));
  api.answer(accountInvitations.listAccountInvitations, pageOf([]));
});

async function renderUsers(who: Parameters<typeof signIn>[0] = MAY_CREATE) {
  signIn(who);
  const drawn = await renderScreen('/users/index');
  await screen.findByText('Nobody here yet');
  return drawn;
}
const waiting = () => screen.findByRole('list', { name: 'Waiting for access' });

describe('people who wait for access', () => {
  it('are shown to those who may create users, and not asked for by others', async () => {
    await renderUsers({ permissions: ['users.list'] });
    expect(screen.queryByRole('list', { name: 'Waiting for access' })).toBeNull();
    expect(api.requestsTo(registrations.listRegistrations)).toEqual([]);
  });

  it('take no room while nobody waits', async () => {
    api.answer(registrations.listRegistrations, pageOf([]));
    await renderUsers();
    await waitFor(() => expect(api.requestsTo(registrations.listRegistrations)).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Waiting for access' })).toBeNull();
  });

  it('are let into the application that is chosen, and then no longer shown', async () => {
    api.answer(registrations.grantRegistration, { data: { id: 4, user_id: 40 } });
    const { user } = await renderUsers();
    expect((await waiting()).textContent).toContain('nim@wardvoice.example');
    api.answer(registrations.listRegistrations, pageOf([]));
    await user.click(screen.getByRole('button', { name: 'Let Nim Newcomer into St. Brigid’s' }));
    expect(await screen.findByText(/^Nim Newcomer has access\./)).toBeDefined();
    expect(api.requestsTo(registrations.grantRegistration).map(({ path }) => path)).toEqual([
      '/account_registrations/4/grant',
    ]);
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Waiting for access' })).toBeNull());
  });

  it('are refused only after the question', async () => {
    api.answer(registrations.refuseRegistration, { data: { id: 4, user_id: 40 } });
    const { user } = await renderUsers();
    await user.click(within(await waiting()).getByRole('button', { name: 'Refuse Nim Newcomer' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(registrations.refuseRegistration)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refuse Nim Newcomer' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('Nim Newcomer was refused.')).toBeDefined();
  });

  it('cannot be let in by a superuser who has chosen no application', async () => {
    await renderUsers({ superUser: true, application: null });
    expect(within(await waiting()).getAllByRole('button')).toHaveLength(1);
  });

  it('are asked for again when the list could not be loaded', async () => {
    api.refuse(registrations.listRegistrations, 500, { message: 'Not now.' });
    const { user } = await renderUsers();
    expect(await screen.findByText('Not now.')).toBeDefined();
    api.answer(registrations.listRegistrations, pageOf([nim]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await waiting()).textContent).toContain('Nim Newcomer');
  });
});

describe('people who are invited', () => {
  const invited = () => screen.findByRole('list', { name: 'Invited' });
  beforeEach(() => {
    api.answer(
      accountInvitations.listAccountInvitations,
      pageOf([ida, { ...ida, id: 7, name: 'Old', is_expired: true }]),
    );
  });

  it('are shown with who invited them, their wards, and whether the link still works', async () => {
    await renderUsers();
    const [open, expired] = within(await invited()).getAllByRole('listitem');
    expect(open?.textContent).toMatch(/ida@wardvoice\.example.*By Nora Nurse · expires .* · Wards: W1, W2/);
    expect(expired?.textContent).toContain('expired');
  });

  it('are sent the invitation again', async () => {
    api.answer(accountInvitations.sendAccountInvitation, { data: { id: 6 } });
    const { user } = await renderUsers();
    await user.click(within(await invited()).getByRole('button', { name: 'Send the invitation of Ida Invited again' }));
    expect(await screen.findByText('An invitation was sent to ida@wardvoice.example.')).toBeDefined();
    expect(api.requestsTo(accountInvitations.sendAccountInvitation).map(({ path }) => path)).toEqual([
      '/account_invitations/6/send',
    ]);
  });

  it('are no longer, once somebody has answered the question with Yes', async () => {
    api.answer(accountInvitations.withdrawAccountInvitation, { data: { id: 6 } });
    const { user } = await renderUsers();
    await user.click(within(await invited()).getByRole('button', { name: 'Withdraw the invitation of Ida Invited' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(accountInvitations.withdrawAccountInvitation)).toEqual([]);
    api.answer(accountInvitations.listAccountInvitations, pageOf([]));
    await user.click(screen.getByRole('button', { name: 'Withdraw the invitation of Ida Invited' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Invited' })).toBeNull());
  });

  it('are asked for again when the list could not be loaded', async () => {
    api.refuse(accountInvitations.listAccountInvitations, 500, { message: 'Not now.' });
    const { user } = await renderUsers();
    expect(await screen.findByText('Not now.')).toBeDefined();
    api.answer(accountInvitations.listAccountInvitations, pageOf([ida]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await invited()).textContent).toContain('Ida Invited');
  });
});
