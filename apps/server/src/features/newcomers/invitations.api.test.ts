import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let superuser: TestUser;
const NEW_PASSWORD = 'seven hens in a row';

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
beforeEach(async () => {
  server.setTime(new Date());
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const as = (user: TestUser) => server.as(user);
let addresses = 0;
const post = (path: string, payload: object) =>
  server.call({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress: `10.8.${(addresses += 1) >> 8}.${addresses & 255}`,
  });
const signIn = (username: string, password = NEW_PASSWORD) => post('/login', { username, password });
const accept = (invitation_token: string, password = NEW_PASSWORD) =>
  post('/accept-invitation', { user: { invitation_token, password } });
const daysLater = (days: number) => server.setTime(new Date(Date.now() + days * 86_400_000));
const sorted = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

let made = 0;
const aPerson = (more: object = {}) => ({
  name: 'Ida Invited',
  email: `ida${(made += 1)}@wardvoice.example`,
  ...more,
});

/** Returns the token in the last e-mail to an address. */
async function tokenTo(email: string): Promise<string> {
  await server.runJobs();
  const sent = server.gateways.emails.findLast(({ to }) => to === email);
  return /\/accept-invitation\/([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? '';
}
async function invite(person = aPerson(), seat: object = {}, by = admin) {
  const { status, body } = await as(by)('POST', '/account_invitations', { user: person, application_user: seat });
  expect([status, body.errors]).toEqual([201, undefined]);
  return { id: body.data.id as number, email: person.email, token: await tokenTo(person.email) };
}
/** Sessions end after some hours, so a test that sets the clock needs somebody who signs in then. */
const anotherAdmin = () => server.makeUser({ applications: [hospital], permissions: ['admin'] });
const listOf = async (user: TestUser) => (await as(user)('GET', '/account_invitations')).body.data;

describe('an invitation', () => {
  it('makes a user with the wards and first page that were chosen, and without permissions, by its own password', async () => {
    const { email, token } = await invite(aPerson({ phone: '+353 87 123 4567' }), {
      landing_page: '/cases/index',
      locations: ['ASH'],
    });
    expect((await signIn(email)).status).toBe(401);
    const accepted = await accept(token);
    expect([accepted.status, accepted.body.data]).toEqual([200, { email }]);
    expect(JSON.stringify(accepted.body)).not.toContain('auth_token');
    const { status, body } = await signIn(email);
    expect([status, body.permissions]).toEqual([200, []]);
    expect(body.application_user).toMatchObject({
      landing_page: '/cases/index',
      locations: ['ASH'],
      application: { id: hospital.id },
    });
    const user = await as(admin)('GET', `/users/${body.data.id}`);
    expect(user.body.data).toMatchObject({ name: 'Ida Invited', phone: '+353871234567', super_user: 0 });
    expect(await listOf(admin)).toEqual([]);
  });

  it('brings the role that was chosen, while whoever invited may still give it', async () => {
    const { body } = await as(admin)('GET', '/roles?paginate=0');
    const roleNamed = (name: string) => body.data.find((role: { name: string }) => role.name === name).id as number;
    const inviter = await server.makeUser({ applications: [hospital], role: 'auditor', permissions: ['users.create'] });
    const admins = await as(inviter)('POST', '/account_invitations', {
      user: aPerson(),
      application_user: { role_id: roleNamed('Administrator') },
    });
    expect([admins.status, Object.keys(admins.body.errors)]).toEqual([422, ['application_user.role_id']]);
    const { email, token } = await invite(aPerson(), { role_id: roleNamed('Auditor') }, inviter);
    expect(await listOf(admin)).toMatchObject([{ email, role_name: 'Auditor' }]);
    await as(admin)('PUT', `/users/${inviter.id}`, { user: {}, application_user: { role_id: null } });
    expect((await accept(token)).status).toBe(422);
    const [{ id }] = await listOf(admin);
    expect((await as(inviter)('POST', `/account_invitations/${id}/send`)).status).toBe(403);
    expect((await as(admin)('POST', `/account_invitations/${id}/send`)).status).toBe(200);
    expect((await accept(await tokenTo(email))).status).toBe(200);
    expect((await signIn(email)).body.permissions).toContain('audit.list');
  });

  it('works for seven days and once, also when it is accepted twice at once', async () => {
    const { email, token } = await invite();
    daysLater(7.01);
    expect((await accept(token)).status).toBe(422);
    expect(await listOf(await anotherAdmin())).toMatchObject([{ email, is_expired: true }]);
    daysLater(6.99);
    expect(sorted(await Promise.all([accept(token), accept(token, 'eleven geese abroad')]))).toEqual([200, 422]);
    expect((await accept(token)).body.errors).toHaveProperty('invitation_token');
  });

  it('can be accepted again when the password was refused', async () => {
    const { token } = await invite(aPerson({ name: 'Quillfeather' }));
    expect(Object.keys((await accept(token, 'quillfeather12')).body.errors)).toEqual(['password']);
    expect((await accept(token)).status).toBe(200);
  });

  it('is sent again with a new link, and the earlier one ends', async () => {
    const { id, email, token } = await invite();
    daysLater(8);
    const later = await anotherAdmin();
    expect((await as(later)('POST', `/account_invitations/${id}/send`)).status).toBe(200);
    const renewed = await tokenTo(email);
    expect([renewed === token, (await accept(token)).status, (await accept(renewed)).status]).toEqual([
      false,
      422,
      200,
    ]);
    expect((await as(later)('POST', `/account_invitations/${id}/send`)).status).toBe(404);
  });

  it('is not sent more often than a mailbox bears', async () => {
    const { id } = await invite();
    const statuses = [];
    for (let time = 0; time < 3; time += 1)
      statuses.push((await as(admin)('POST', `/account_invitations/${id}/send`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is withdrawn, and then nobody can accept it; the person can be invited anew', async () => {
    const person = aPerson();
    const { id, token } = await invite(person);
    expect((await as(admin)('DELETE', `/account_invitations/${id}`)).status).toBe(200);
    expect([(await accept(token)).status, await listOf(admin)]).toEqual([422, []]);
    expect((await as(admin)('DELETE', `/account_invitations/${id}`)).status).toBe(404);
    const again = await invite(person);
    expect((await accept(again.token)).status).toBe(200);
  });

  it('is accepted or withdrawn, when both happen at once', async () => {
    const { id, email, token } = await invite();
    const [accepted, withdrawn] = await Promise.all([accept(token), as(admin)('DELETE', `/account_invitations/${id}`)]);
    expect([
      [200, 404],
      [422, 200],
    ]).toContainEqual([accepted.status, withdrawn.status]);
    expect((await signIn(email)).status).toBe(accepted.status === 200 ? 200 : 401);
  });

  it('changes nothing where the address has an account by then', async () => {
    const { email, token } = await invite();
    const password = 'a password that was typed';
    expect((await as(superuser)('POST', '/users', { user: { ...aPerson({ email }), password } })).status).toBe(201);
    expect((await accept(token)).status).toBe(409);
    expect([(await signIn(email)).status, (await signIn(email, password)).status]).toEqual([401, 200]);
  });

  it('ends with the rights of whoever sent it', async () => {
    const [leaver, demoted] = [
      await server.makeUser({ applications: [hospital], permissions: ['users.create'] }),
      await server.makeUser({ applications: [hospital], permissions: ['users.create'] }),
    ];
    const [first, second] = [await invite(aPerson(), {}, leaver), await invite(aPerson(), {}, demoted)];
    await as(superuser)('PUT', `/users/${leaver.id}`, { user: { active: 0 } });
    const { data } = (await as(admin)('GET', `/users/${demoted.id}/permissions`)).body;
    await as(admin)('DELETE', `/users/${demoted.id}/permissions/${data[0].id}`);
    expect([(await accept(first.token)).status, (await accept(second.token)).status]).toEqual([422, 422]);
    await as(admin)('POST', `/account_invitations/${first.id}/send`);
    expect((await accept(await tokenTo(first.email))).status).toBe(200);
  });

  it('stores only a hash of its link', async () => {
    const { token } = await invite();
    const rows = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('account_invitations').selectAll().execute(),
    );
    expect(token.length).toBeGreaterThan(21);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('inviting', () => {
  it('is refused by field: an address that has an account, or is invited already', async () => {
    const { email } = await invite();
    for (const taken of [admin.email.toUpperCase(), email.toUpperCase()]) {
      const { status, body } = await as(admin)('POST', '/account_invitations', { user: aPerson({ email: taken }) });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['email']]);
    }
  });

  it('makes one invitation of two that are sent at once', async () => {
    const user = aPerson();
    const invitations = [1, 2].map(() => as(admin)('POST', '/account_invitations', { user }));
    expect(sorted(await Promise.all(invitations))).toEqual([201, 422]);
  });

  it('promises no ward that the administrator does not see, and shows them no invitation for others', async () => {
    const ofWard = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
    for (const locations of [[], ['BIRCH'], ['ASH', 'BIRCH']]) {
      const { status } = await as(ofWard)('POST', '/account_invitations', {
        user: aPerson(),
        application_user: { locations },
      });
      expect([locations, status]).toEqual([locations, 422]);
    }
    const { id } = await invite();
    await invite(aPerson(), { locations: ['BIRCH'] });
    const own = await invite(aPerson(), { locations: ['ASH'] }, ofWard);
    expect((await listOf(ofWard)).map((one: { id: number }) => one.id)).toEqual([own.id]);
    expect((await as(ofWard)('POST', `/account_invitations/${id}/send`)).status).toBe(404);
    expect((await as(ofWard)('DELETE', `/account_invitations/${id}`)).status).toBe(404);
  });

  it('makes a superuser only by a superuser, who alone may send or withdraw that invitation', async () => {
    const person = aPerson({ super_user: 1 });
    expect((await as(admin)('POST', '/account_invitations', { user: person })).status).toBe(403);
    const chooser = await server.makeUser({ superUser: true });
    await as(chooser)('PUT', '/session/application', { application_id: hospital.id });
    const { id, email, token } = await invite(person, {}, chooser);
    expect((await as(admin)('POST', `/account_invitations/${id}/send`)).status).toBe(403);
    expect((await as(admin)('DELETE', `/account_invitations/${id}`)).status).toBe(403);
    expect((await accept(token)).status).toBe(200);
    expect((await signIn(email)).body.data.super_user).toBe(1);
  });

  it('needs the permission and an application, which superusers may leave out', async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['users.list'] });
    expect((await as(nurse)('POST', '/account_invitations', { user: aPerson() })).status).toBe(403);
    const unplaced = await server.makeUser({ permissions: ['users.create'] });
    expect((await as(unplaced)('POST', '/account_invitations', { user: aPerson() })).status).toBe(403);
    const { email, token } = await invite(aPerson(), {}, superuser);
    expect((await accept(token)).status).toBe(200);
    expect((await signIn(email)).body.applications).toEqual([]);
  });

  it('names who invited and when the link ends, to the administrators of the application only', async () => {
    const { email } = await invite();
    const elsewhere = await server.makeUser({
      applications: [await server.makeApplication()],
      permissions: ['admin'],
    });
    expect(await listOf(elsewhere)).toEqual([]);
    const [one] = await listOf(admin);
    expect(one).toMatchObject({ email, application_title: hospital.title, is_expired: false });
    expect(one.invited_by).toMatch(/^User \d+$/);
    expect(Date.parse(one.expires_at) - Date.parse(one.sent_at)).toBe(7 * 86_400_000);
  });
});
