// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { accountInvitations, users, staffAccounts } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { userOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ALL = { permissions: ['users.view', 'users.update', 'users.delete', 'audit.list'] };

beforeEach(() => {
  api.answer(users.listUserApplications, {
    data: [{ id: 7, title: 'St. Brigid’s', seat: null }],
    available: [{ id: 8, title: 'Galway General' }],
  });
  api.answer(users.listUserPermissions, {
    data: [
      { id: 1, name: 'cases.list', everywhere: false },
      { id: 3, name: 'texts.list', everywhere: true },
    ],
    available: [{ id: 2, name: 'cases.update' }],
  });
});

async function renderUser(user = userOf(12, 'Robin'), who: Parameters<typeof signIn>[0] = ALL) {
  signIn(who);
  api.answer(users.getUser, { data: user });
  const drawn = await renderScreen('/users/12');
  await screen.findByRole('heading', { level: 1, name: new RegExp(user.name) });
  return drawn;
}
const button = (name: string) => screen.queryByRole('button', { name });
const link = (name: string) => screen.queryByRole('link', { name });

describe('the page of a person', () => {
  it('says who they are, how they are reached and what they see', async () => {
    await renderUser(
      userOf(12, 'Robin', {
        phone: '+353871234567',
        phone_stopped: true,
        application_user: {
          landing_page: '/cases/index',
          locations: ['W1', 'W2'],
          role: { id: 5, name: 'Ward nurse' },
          version: 8,
        },
      }),
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('RobinActive');
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual([
      'robin@wardvoice.example',
      '+353871234567 (said STOP: no texts)',
      'Not signed in',
      'Ward nurse',
      'W1, W2',
      '/cases/index',
      'Open in the audit',
    ]);
  });

  it('offers only what the signed-in person may do', async () => {
    await renderUser(userOf(12, 'Robin'), { permissions: ['users.view'] });
    expect([
      button('Deactivate'),
      button('Delete'),
      link('Edit'),
      link('Reset password'),
      link('Open in the audit'),
    ]).toEqual([null, null, null, null, null]);
    expect(button('Add permission')).toBeNull();
  });

  it('says why somebody may not be changed, and offers nothing of it', async () => {
    await renderUser(
      userOf(12, 'Robin', { may_manage: false, may_place: false, may_not_because: 'Robin is a superuser.' }),
    );
    expect(screen.getByText('Robin is a superuser.')).toBeDefined();
    expect([button('Deactivate'), button('Delete'), link('Edit'), link('Reset password')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('lets somebody place a person whom they may not manage', async () => {
    await renderUser(userOf(12, 'Robin', { may_manage: false, may_place: true }));
    expect(link('Edit')).not.toBeNull();
    expect([button('Deactivate'), link('Reset password')]).toEqual([null, null]);
  });

  it('lets nobody deactivate or delete themselves, nor take their own access away', async () => {
    api.answer(users.getUser, { data: userOf(3, 'Nora') });
    await renderUser(userOf(3, 'Nora'));
    expect(link('Edit')).not.toBeNull();
    expect([button('Deactivate'), button('Delete')]).toEqual([null, null]);
    await screen.findByText('cases.list');
    expect(screen.queryByRole('button', { name: 'Remove cases.list' })).toBeNull();
  });

  it('asks before it deactivates, and does nothing on No', async () => {
    const { user } = await renderUser();
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    await screen.findByRole('dialog', { name: 'Deactivate Robin?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(users.updateUser)).toEqual([]);
  });

  it('deactivates with the version that is shown, and says so', async () => {
    const { user } = await renderUser();
    api.answer(users.updateUser, { data: userOf(12, 'Robin') });
    await user.click(screen.getByRole('button', { name: 'Deactivate' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Robin was deactivated.');
    expect(api.requestsTo(users.updateUser)[0]?.body).toEqual({ user: { active: 0, version: 3 } });
  });

  it('says since when somebody is linked to single sign-on, and removes the link after the question', async () => {
    const { user } = await renderUser(userOf(12, 'Robin', { single_sign_on_since: '2026-11-01T10:00:00.000Z' }));
    expect(screen.getByText('Single sign-on')).toBeDefined();
    api.answer(staffAccounts.removeIdentity, { data: { id: 12 } });
    await user.click(screen.getByRole('button', { name: 'Remove single sign-on link' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(staffAccounts.removeIdentity)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove single sign-on link' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('The single sign-on link of Robin was removed.');
    expect(api.requestsTo(staffAccounts.removeIdentity).map(({ path }) => path)).toEqual(['/users/12/single-sign-on']);
  });

  it('switches off two-step sign-in for somebody who has it, after the question', async () => {
    const { user } = await renderUser(userOf(12, 'Robin', { has_two_step: true }));
    api.answer(staffAccounts.resetTwoStep, { data: { id: 12 } });
    await user.click(screen.getByRole('button', { name: 'Switch off two-step sign-in' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(staffAccounts.resetTwoStep)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Switch off two-step sign-in' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Two-step sign-in is off for Robin.');
    expect(api.requestsTo(staffAccounts.resetTwoStep).map(({ path }) => path)).toEqual(['/users/12/two-step']);
  });

  it('signs somebody out everywhere after the question, and says so where they were signed in', async () => {
    const { user } = await renderUser();
    api.answer(staffAccounts.endSessionsOf, { data: { ended: 2 } });
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    expect((await screen.findByRole('dialog', { name: 'Sign Robin out everywhere?' })).textContent).toContain(
      'They may sign in again',
    );
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(staffAccounts.endSessionsOf)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Robin was signed out everywhere.');
    expect(api.requestsTo(staffAccounts.endSessionsOf).map(({ path }) => path)).toEqual(['/users/12/sessions']);
  });

  it('says so when somebody was signed in nowhere', async () => {
    const { user } = await renderUser();
    api.answer(staffAccounts.endSessionsOf, { data: { ended: 0 } });
    await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Robin was not signed in.');
  });

  it('offers nobody to sign themselves out here', async () => {
    await renderUser(userOf(3, 'Nora'));
    expect(button('Sign out everywhere')).toBeNull();
  });

  it('offers nobody to sign out whom they may not manage', async () => {
    await renderUser(userOf(12, 'Robin', { may_manage: false }));
    expect(button('Sign out everywhere')).toBeNull();
  });

  it('offers to switch off no two-step sign-in where there is none', async () => {
    await renderUser();
    expect(button('Switch off two-step sign-in')).toBeNull();
  });

  it('offers to remove no link where there is none', async () => {
    await renderUser();
    expect(button('Remove single sign-on link')).toBeNull();
  });

  it('lets somebody sign in again without asking', async () => {
    const { user } = await renderUser(userOf(12, 'Robin', { deactivated_at: '2026-11-01T10:00:00.000Z' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('RobinDeactivated');
    api.answer(users.updateUser, { data: userOf(12, 'Robin') });
    await user.click(screen.getByRole('button', { name: 'Reactivate' }));
    expect((await screen.findByRole('status')).textContent).toContain('Robin may sign in again.');
    expect(api.requestsTo(users.updateUser)[0]?.body).toEqual({ user: { active: 1, version: 3 } });
  });
});

describe('the applications and permissions of a person', () => {
  it('are taken away one by one, but for those that a superuser granted everywhere', async () => {
    await renderUser(userOf(12, 'Robin', { may_manage: false }));
    expect(await screen.findByRole('button', { name: 'Remove cases.list' })).toBeDefined();
    expect(screen.getByText('in every application')).toBeDefined();
    expect(button('Remove texts.list')).toBeNull();
  });

  it('are granted by ticking them', async () => {
    const { user } = await renderUser();
    api.answer(users.addUserPermission, { data: [{ id: 2, name: 'cases.update', everywhere: false }], available: [] });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add permission' }).disabled).toBe(false),
    );
    await user.click(screen.getByRole('button', { name: 'Add permission' }));
    await user.click(await screen.findByRole('option', { name: 'cases.update' }));
    await user.click(screen.getByRole('button', { name: 'Add 1' }));
    await waitFor(() => expect(api.requestsTo(users.addUserPermission)).toHaveLength(1));
    expect(api.requestsTo(users.addUserPermission)[0]?.body).toEqual({ permission: { id: 2 } });
    await waitFor(() => expect(api.requestsTo(users.listUserPermissions).length).toBeGreaterThan(1));
  });

  it('take somebody out of an application only after asking, and say only that the account remains', async () => {
    const { user, at } = await renderUser();
    api.answer(users.removeUserApplication, { data: [], available: [] });
    await user.click(await screen.findByRole('button', { name: 'Remove St. Brigid’s' }));
    expect(await screen.findByText('They no longer see anything of it, at once. The account remains.')).toBeDefined();
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(users.removeUserApplication)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Remove St. Brigid’s' }));
    await answerBox(user, 'Yes');
    await waitFor(() =>
      expect(api.requestsTo(users.removeUserApplication).map(({ path }) => path)).toEqual(['/users/12/applications/7']),
    );
    expect(await screen.findByText('Removed from St. Brigid’s. The account remains.')).toBeDefined();
    await waitFor(() => expect(at().path).toBe('/users/index'));
  });

  it('show a superuser role and wards in each application, change the wards, and count the others', async () => {
    const seat = { role: { id: 5, name: 'Ward nurse' }, locations: ['W1'], version: 3 };
    const placed = [
      { id: 7, title: 'St. Brigid’s', seat },
      { id: 8, title: 'Galway General', seat: { ...seat, role: null, locations: [] } },
      { id: 9, title: 'Kerry', seat },
    ];
    api.answer(users.listUserApplications, { data: placed, available: [] });
    api.answer(users.updateUserApplication, { data: placed, available: [] });
    api.answer(users.listWards, { data: ['W1', 'W2'] });
    api.answer(users.removeUserApplication, { data: placed.slice(1), available: [] });
    const { user } = await renderUser(userOf(12, 'Robin'), { superUser: true, application: null });
    const list = await screen.findByRole('list', { name: 'Applications' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['St. Brigid’sWard nurseW1', 'Galway GeneralNo roleAll wards', 'KerryWard nurseW1']);
    expect(within(list).getByRole('link', { name: 'Kerry' }).getAttribute('href')).toBe('/applications/9');
    await user.click(within(list).getByRole('button', { name: 'Wards in St. Brigid’s' }));
    const box = await screen.findByRole('dialog', { name: 'Wards in St. Brigid’s' });
    await user.type(within(box).getByRole('combobox', { name: 'Wards' }), 'W2{Enter}');
    await user.click(within(box).getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(api.requestsTo(users.updateUserApplication)[0]).toMatchObject({
        path: '/users/12/applications/7',
        body: { application_user: { locations: ['W1', 'W2'], version: 3 } },
      }),
    );
    expect(api.requestsTo(users.listWards)[0]?.query).toEqual({ application_id: '7' });
    await user.click(await screen.findByRole('button', { name: 'Remove St. Brigid’s' }));
    await screen.findByText(/The account and its 2 other applications remain\.$/);
    await answerBox(user, 'Yes');
    expect(
      await screen.findByText('Removed from St. Brigid’s. The account and its 2 other applications remain.'),
    ).toBeDefined();
  });

  it('take a permission away at once', async () => {
    const { user } = await renderUser();
    api.answer(users.removeUserPermission, { data: [], available: [] });
    await user.click(await screen.findByRole('button', { name: 'Remove cases.list' }));
    await waitFor(() =>
      expect(api.requestsTo(users.removeUserPermission).map(({ path }) => path)).toEqual(['/users/12/permissions/1']),
    );
  });
});

describe('a new password for somebody', () => {
  it('is sent, said, and leads back to the person', async () => {
    signIn(ALL);
    api.answer(users.getUser, { data: userOf(12, 'Robin') });
    api.answer(users.resetPassword, { data: userOf(12, 'Robin') });
    const { user, at } = await renderScreen('/users/12/reset-password');
    await user.click(await screen.findByRole('button', { name: 'Set new password' }));
    expect(await screen.findByText('New password: Enter a password.')).toBeDefined();
    expect(api.requestsTo(users.resetPassword)).toEqual([]);
    await user.type(screen.getByLabelText(/^New password/), 'four words and more');
    await user.click(screen.getByRole('button', { name: 'Set new password' }));
    await waitFor(() => expect(at().path).toBe('/users/12'));
    expect(api.requestsTo(users.resetPassword)[0]?.body).toEqual({ user: { password: 'four words and more' } });
    expect(await screen.findByText(/The password of Robin was changed/)).toBeDefined();
  });
});

describe('the form of a person', () => {
  it('has neither name nor password of somebody whom one may only place', async () => {
    signIn(ALL);
    api.answer(users.listWards, { data: ['W1'] });
    api.answer(users.getUser, { data: userOf(12, 'Robin', { may_manage: false }) });
    api.answer(users.updateUser, { data: userOf(12, 'Robin') });
    const { user, at } = await renderScreen('/users/12/edit');
    const page = await screen.findByLabelText('First page after signing in');
    expect(screen.queryByLabelText(/^Name/)).toBeNull();
    await user.type(page, '/inbox');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(at().path).toBe('/users/12'));
    expect(api.requestsTo(users.updateUser)[0]?.body).toEqual({
      user: { version: 3 },
      application_user: { landing_page: '/inbox', locations: [], role_id: null, version: 8 },
    });
  });

  it('says that somebody had an account already and was added', async () => {
    signIn({ superUser: true });
    api.answer(accountInvitations.inviteUser, { data: { id: null, added: { id: 12, name: 'Robin' } } });
    const { user, at } = await renderScreen('/users/create');
    await user.type(await screen.findByLabelText(/^Name/), 'R.');
    await user.type(screen.getByLabelText(/^E-mail/), 'r@wardvoice.example');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('Robin already had an account and was added to St. Brigid’s.')).toBeDefined();
    expect(at().path).toBe('/users/12');
  });

  it('lets only a superuser make a superuser', async () => {
    signIn({ superUser: true, application: null });
    api.answer(users.createUser, { data: userOf(12, 'Robin') });
    const { user, at } = await renderScreen('/users/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Robin');
    await user.type(screen.getByLabelText(/^E-mail/), 'r@wardvoice.example');
    await user.type(screen.getByLabelText(/^Password/), 'x');
    await user.click(screen.getByRole('checkbox', { name: 'Superuser' }));
    expect(screen.queryByLabelText('First page after signing in')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create user' }));
    await waitFor(() => expect(at().path).toBe('/users/12'));
    expect(api.requestsTo(users.createUser)[0]?.body).toEqual({
      user: { name: 'Robin', email: 'r@wardvoice.example', phone: null, password: 'x', super_user: 1 },
    });
  });

  it('invites a new person who is given no password', async () => {
    signIn({ permissions: ['users.list', 'users.create'] });
    api.answer(users.listWards, { data: ['W1'] });
    api.answer(accountInvitations.inviteUser, { data: { id: 5, added: null } });
    const { user, at } = await renderScreen('/users/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Ida');
    await user.type(screen.getByLabelText(/^E-mail/), 'ida@wardvoice.example');
    await user.type(screen.getByLabelText('First page after signing in'), '/inbox');
    await user.type(screen.getByLabelText(/^Password/), 'x');
    expect(screen.getByRole('button', { name: 'Create user' })).toBeDefined();
    await user.clear(screen.getByLabelText(/^Password/));
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    await waitFor(() => expect(at().path).toBe('/users/index'));
    expect(await screen.findByText('An invitation was sent to ida@wardvoice.example.')).toBeDefined();
    expect(api.requestsTo(users.createUser)).toEqual([]);
    expect(api.requestsTo(accountInvitations.inviteUser)[0]?.body).toEqual({
      user: { name: 'Ida', email: 'ida@wardvoice.example', phone: null },
      application_user: { landing_page: '/inbox', locations: [], role_id: null },
    });
  });

  it('shows at its field why an invitation was refused, and keeps what was typed', async () => {
    signIn({ permissions: ['users.list', 'users.create'] });
    api.answer(users.listWards, { data: ['W1'] });
    api.refuse(accountInvitations.inviteUser, 422, { message: 'No.', errors: { email: ['Has an account already.'] } });
    const { user, at } = await renderScreen('/users/create');
    await user.type(await screen.findByLabelText(/^Name/), 'Ida');
    await user.type(screen.getByLabelText(/^E-mail/), 'ida@wardvoice.example');
    await user.click(screen.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText('E-mail: Has an account already.')).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe('ida@wardvoice.example');
    expect(at().path).toBe('/users/create');
  });

  it('takes a ward that no message has come from yet', async () => {
    signIn(ALL);
    api.answer(users.listWards, { data: ['W1'] });
    api.answer(users.getUser, { data: userOf(12, 'Robin') });
    api.answer(users.updateUser, { data: userOf(12, 'Robin') });
    const { user, at } = await renderScreen('/users/12/edit');
    await user.type(await screen.findByPlaceholderText('Type a ward'), 'NEW9{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(at().path).toBe('/users/12'));
    expect(api.requestsTo(users.updateUser)[0]?.body).toMatchObject({ application_user: { locations: ['NEW9'] } });
  });
});
