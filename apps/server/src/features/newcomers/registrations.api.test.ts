import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import {
  PASSWORD,
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let superuser: TestUser;
const NEW_PASSWORD = 'seven hens in a row';

beforeAll(async () => {
  server = await startTestServer({ registration: true });
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['users.create', 'users.list'] });
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());
beforeEach(() => server.setTime(new Date()));

let addresses = 0;
const post = (path: string, payload: object, at = server) =>
  at.call({
    method: 'POST',
    url: `/api${path}`,
    payload,
    remoteAddress: `10.8.${(addresses += 1) >> 8}.${addresses & 255}`,
  });
const as = (user: TestUser) => server.as(user);
const signIn = (username: string, password: string) => post('/login', { username, password });
const hoursLater = (hours: number) => server.setTime(new Date(Date.now() + hours * 3_600_000));
const mailsTo = (email: string) => server.gateways.emails.filter(({ to }) => to === email);
const tokenIn = (text: string | undefined) => /\/confirm-registration\/([\w-]+)/.exec(text ?? '')?.[1] ?? '';
const usersWith = (email: string) =>
  server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx.selectFrom('users').select(['id', 'deactivated_at']).where('email', '=', email).execute(),
  );

let made = 0;
const anAddress = () => `newcomer${(made += 1)}@wardvoice.example`;

/** Registers and returns the token in the e-mail; empty when none came. */
async function register(email: string, name = 'Nim Newcomer'): Promise<string> {
  const before = mailsTo(email).length;
  expect((await post('/register', { user: { name, email } })).status).toBe(201);
  await server.runJobs();
  return tokenIn(mailsTo(email).slice(before).at(0)?.text);
}
const confirm = (registration_token: string, password = NEW_PASSWORD) =>
  post('/register/confirm', { user: { registration_token, password } });

/** Registers and confirms somebody. Returns them as an administrator sees them. */
async function somebodyWaiting(email = anAddress()): Promise<Json> {
  expect((await confirm(await register(email))).status).toBe(200);
  const { body } = await as(superuser)('GET', `/account_registrations?term=${email}`);
  return body.data[0];
}

describe('where registration is off', () => {
  it('registering is refused with what to do instead, the sign-in screen says so, and open links end', async () => {
    const closed = await startTestServer();
    const user = { name: 'Nim', email: anAddress(), password: NEW_PASSWORD };
    const asked = await post('/register', { user }, closed);
    expect([asked.status, asked.body.message]).toEqual([403, expect.stringContaining('invitation')]);
    const confirmed = await post(
      '/register/confirm',
      { user: { registration_token: 'x', password: NEW_PASSWORD } },
      closed,
    );
    expect(confirmed.status).toBe(403);
    const options = await closed.call({ method: 'GET', url: '/api/v1/login/options' });
    expect(options.body.data).toMatchObject({ registration: false });
    await closed.runJobs();
    expect(closed.gateways.emails).toEqual([]);
    await closed.stop();
  });
});

describe('registering', () => {
  it('makes no account: whoever does not get the e-mail cannot sign in with the password they typed', async () => {
    const email = anAddress();
    const user = { name: 'Eve', email, password: 'a password of eve' };
    const answer = await post('/register', { user });
    expect([answer.status, answer.body.data]).toEqual([201, { name: 'Eve', email }]);
    await server.runJobs();
    expect(await usersWith(email)).toEqual([]);
    expect((await confirm(tokenIn(mailsTo(email)[0]?.text))).status).toBe(200);
    expect((await signIn(email, 'a password of eve')).status).toBe(401);
    const { status, body } = await signIn(email, NEW_PASSWORD);
    expect([status, body.permissions, body.applications]).toEqual([200, [], []]);
  });

  it('gives the same answer when the address is taken, changes nothing, and tells its owner', async () => {
    const owner = await server.makeUser({});
    const first = await post('/register', { user: { name: 'Eve', email: anAddress() } });
    const second = await post('/register', { user: { name: 'Eve', email: owner.email.toUpperCase() } });
    expect([second.status, second.body.message]).toEqual([first.status, first.body.message]);
    await server.runJobs();
    expect(mailsTo(owner.email).map(({ subject }) => subject)).toEqual([expect.stringContaining('already')]);
    expect((await signIn(owner.email, PASSWORD)).status).toBe(200);
  });

  it('says by field what is wrong, also of a password that is not kept', async () => {
    const empty = await post('/register', { user: { name: ' ', email: 'nowhere', password: 'short' } });
    expect([empty.status, Object.keys(empty.body.errors)]).toEqual([422, ['name', 'email', 'password']]);
    const own = await post('/register', {
      user: { name: 'Robin Wardly', email: 'robin@wardvoice.example', password: 'RobinWardly1' },
    });
    expect([own.status, Object.keys(own.body.errors)]).toEqual([422, ['password']]);
  });

  it('sends no more than a few e-mails to an address, and keeps no request without one', async () => {
    const email = anAddress();
    const tokens = [];
    for (let request = 0; request < 5; request += 1) tokens.push(await register(email));
    expect(tokens.filter(Boolean)).toHaveLength(3);
    const rows = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('account_registrations').selectAll().where('email', '=', email).execute(),
    );
    expect(rows).toHaveLength(3);
    for (const token of tokens.filter(Boolean)) expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('the link of a registration', () => {
  it('makes nothing when a mail scanner opens it', async () => {
    const email = anAddress();
    const token = await register(email);
    await server.call({ method: 'GET', url: `/confirm-registration/${token}`, headers: { accept: 'text/html' } });
    await server.call({ method: 'GET', url: '/api/v1/register/confirm' });
    expect(await usersWith(email)).toEqual([]);
  });

  it('works for a day and once, also when it is used twice at once', async () => {
    const email = anAddress();
    const token = await register(email);
    hoursLater(24.1);
    expect((await confirm(token)).status).toBe(422);
    hoursLater(23.9);
    const answers = await Promise.all([confirm(token), confirm(token, 'eleven geese abroad')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await usersWith(email)).toHaveLength(1);
    expect((await confirm(token)).body.errors).toHaveProperty('registration_token');
  });

  it('can be used again when the password was refused, by the name and address of the person, too', async () => {
    const email = anAddress();
    const token = await register(email, 'Quillfeather');
    for (const password of ['password2026!', 'quillfeather12'])
      expect(Object.keys((await confirm(token, password)).body.errors)).toEqual(['password']);
    expect((await confirm(token)).status).toBe(200);
  });

  it('changes nothing when the address has an account by then, and tells the owner', async () => {
    const email = anAddress();
    const [first, second] = [await register(email), await register(email)];
    const answers = await Promise.all([confirm(first), confirm(second, 'eleven geese abroad')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await server.runJobs();
    expect(mailsTo(email).filter(({ subject }) => subject.includes('already'))).toHaveLength(1);
    const winner = answers[0]?.status === 200 ? NEW_PASSWORD : 'eleven geese abroad';
    expect((await signIn(email, winner)).status).toBe(200);
    const late = answers[0]?.status === 200 ? second : first;
    expect((await confirm(late)).status).toBe(422);
  });

  it('is told to those who may create users, and to nobody else', async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['users.list'] });
    await confirm(await register(anAddress()));
    await server.runJobs();
    const told = (user: TestUser) => mailsTo(user.email).some(({ subject }) => subject.includes('waits for access'));
    expect([told(admin), told(superuser), told(nurse)]).toEqual([true, true, false]);
  });
});

describe('somebody who waits for access', () => {
  it('is shown to those who may create users', async () => {
    const email = anAddress();
    const open = await register(email);
    expect((await as(admin)('GET', `/account_registrations?term=${email}`)).body.data).toEqual([]);
    await confirm(open);
    const { body } = await as(admin)('GET', `/account_registrations?term=${email}`);
    expect(body.data).toMatchObject([{ name: 'Nim Newcomer', email }]);
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['users.list'] });
    expect((await as(nurse)('GET', '/account_registrations')).status).toBe(403);
  });

  it('is let into the application of the administrator, with no more wards than the administrator sees', async () => {
    const { id, email, user_id } = await somebodyWaiting();
    const ofWard = await server.makeUser({
      applications: [hospital],
      permissions: ['users.create'],
      locations: ['ASH'],
    });
    const granted = await as(ofWard)('POST', `/account_registrations/${id}/grant`);
    expect([granted.status, granted.body.data]).toEqual([200, { id, user_id }]);
    const { body } = await signIn(email, NEW_PASSWORD);
    expect(body.application_user).toMatchObject({ locations: ['ASH'], application: { id: hospital.id } });
    expect((await as(admin)('GET', `/account_registrations?term=${email}`)).body.data).toEqual([]);
    await server.runJobs();
    expect(mailsTo(email).at(-1)?.subject).toContain('access');
  });

  it('is refused: the account and its sessions end, the person is told, and the address is free', async () => {
    const { id, email } = await somebodyWaiting();
    const { body } = await signIn(email, NEW_PASSWORD);
    expect((await as(admin)('POST', `/account_registrations/${id}/refuse`)).status).toBe(200);
    const headers = { authorization: `Bearer ${body.auth_token}` };
    expect((await server.call({ method: 'GET', url: '/api/v1/session', headers })).status).toBe(401);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(401);
    await server.runJobs();
    expect(mailsTo(email).at(-1)?.subject).toContain('refused');
    hoursLater(2);
    expect(await register(email)).not.toBe('');
  });

  it('is let in or refused once, when two administrators decide at once', async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { id, email } = await somebodyWaiting();
      const answers = await Promise.all([
        as(admin)('POST', `/account_registrations/${id}/grant`),
        as(superuser)('POST', `/account_registrations/${id}/refuse`),
      ]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect((await signIn(email, NEW_PASSWORD)).status).toBe(answers[0]?.status === 200 ? 200 : 401);
    }
  });

  it('waits no longer when a superuser has added them to an application in another way', async () => {
    const { id, email, user_id } = await somebodyWaiting();
    const added = await server.call({
      method: 'POST',
      url: `/api/v1/users/${user_id}/applications`,
      headers: superuser.headers,
      payload: { application: { id: hospital.id } },
    });
    expect(added.status).toBe(201);
    expect((await as(superuser)('GET', `/account_registrations?term=${email}`)).body.data).toEqual([]);
    expect((await as(admin)('POST', `/account_registrations/${id}/refuse`)).status).toBe(409);
    expect((await signIn(email, NEW_PASSWORD)).status).toBe(200);
  });

  it('cannot be decided about before they have confirmed, nor where nobody is', async () => {
    const email = anAddress();
    await register(email);
    const { id } = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('account_registrations').select('id').where('email', '=', email).executeTakeFirstOrThrow(),
    );
    expect((await as(admin)('POST', `/account_registrations/${id}/grant`)).status).toBe(404);
    expect((await as(admin)('POST', '/account_registrations/999999/refuse')).status).toBe(404);
  });
});
