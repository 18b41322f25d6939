// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { registrations, users } from '@wardvoice/contract';
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

beforeEach(() => {
  api.answer(users.listUsers, pageOf([]));
  api.answer(registrations.listRegistrations, pageOf([nim]));
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
    expect((await screen.findByRole('status')).textContent).toContain('Nim Newcomer has access.');
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
    expect((await screen.findByRole('status')).textContent).toContain('Nim Newcomer was refused.');
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
