import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { hashToken } from '../../platform/secrets.ts';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

let addresses = 0;
const signIn = (username: string, password: string, remoteAddress = `10.9.0.${(addresses += 1)}`) =>
  server.call({ method: 'POST', url: '/api/login', payload: { username, password }, remoteAddress });
const session = (user: Pick<TestUser, 'headers'>) =>
  server.call({ method: 'GET', url: '/api/v1/session', headers: user.headers });
const choose = (user: TestUser, application_id: number | null) =>
  server.call({
    method: 'PUT',
    url: '/api/v1/session/application',
    headers: user.headers,
    payload: { application_id },
  });

describe('signing in', () => {
  it('gives the same answer to a wrong password and to an unknown person', async () => {
    const { email } = await server.makeUser({});
    const wrong = await signIn(email, 'not the password');
    const unknown = await signIn('nobody@wardvoice.example', 'not the password');
    expect([wrong.status, wrong.body]).toMatchObject([401, { message: 'E-mail address or password is wrong.' }]);
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('accepts the address in upper or lower case, and answers at both endpoints', async () => {
    const hospital = await server.makeApplication();
    const { email, id } = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    const { status, body } = await signIn(email.toUpperCase(), PASSWORD);
    expect([status, body.data.id, body.permissions]).toEqual([200, id, ['messages.list']]);
    expect(body.application_user.application.id).toBe(hospital.id);
    const versioned = await server.call({
      method: 'POST',
      url: '/api/v1/login',
      payload: { username: email, password: PASSWORD },
      remoteAddress: '10.9.1.1',
    });
    expect(versioned.status).toBe(200);
  });

  it('stores only the hash of the token, and never returns the password hash', async () => {
    const { email } = await server.makeUser({});
    const { body } = await signIn(email, PASSWORD);
    const rows = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.selectFrom('sessions').selectAll().where('token_hash', '=', hashToken(body.auth_token)).execute(),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(body.auth_token);
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('names by field what is missing', async () => {
    const { status, body } = await signIn('', '');
    expect([status, Object.keys(body.errors)]).toEqual([422, ['username', 'password']]);
  });
});

describe('a session', () => {
  it('ends at once when the person is deactivated', async () => {
    const user = await server.makeUser({});
    expect((await session(user)).status).toBe(200);
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', user.id).execute(),
    );
    expect((await session(user)).status).toBe(401);
    expect((await signIn(user.email, PASSWORD)).status).toBe(401);
  });

  it('ends after twelve hours', async () => {
    const user = await server.makeUser({});
    const now = Date.now();
    server.setTime(new Date(now + 11.9 * 3_600_000));
    expect((await session(user)).status).toBe(200);
    server.setTime(new Date(now + 12.1 * 3_600_000));
    expect((await session(user)).status).toBe(401);
    server.setTime(new Date(now));
  });

  it('ends with signing out', async () => {
    const user = await server.makeUser({});
    const out = await server.call({ method: 'POST', url: '/api/v1/logout', headers: user.headers });
    expect(out.status).toBe(200);
    expect((await session(user)).status).toBe(401);
  });

  it('loses a permission as soon as it is taken away', async () => {
    const hospital = await server.makeApplication();
    const user = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    const list = () => server.call({ method: 'GET', url: '/api/v1/hl7_messages', headers: user.headers });
    expect((await list()).status).toBe(200);
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx.deleteFrom('user_permissions').where('user_id', '=', user.id).execute(),
    );
    expect((await list()).status).toBe(403);
  });

  it('is in one of the person’s own applications, and can move to another', async () => {
    const [one, two, others] = [
      await server.makeApplication({ title: 'Ardmore' }),
      await server.makeApplication({ title: 'Ballymore' }),
      await server.makeApplication({ title: 'Clonmore' }),
    ];
    const user = await server.makeUser({ applications: [two, one], locations: ['ASH'] });
    const { body } = await session(user);
    expect(body.application_user.application.id).toBe(one.id);
    expect(body.applications.map(({ title }: { title: string }) => title)).toEqual(['Ardmore', 'Ballymore']);
    const moved = await choose(user, two.id);
    expect([moved.status, moved.body.application_user.application.id]).toEqual([200, two.id]);
    expect((await session(user)).body.application_user).toMatchObject({
      application: { id: two.id },
      locations: ['ASH'],
    });
    expect((await choose(user, others.id)).status).toBe(404);
    expect((await session(user)).body.application_user.application.id).toBe(two.id);
    expect((await choose(user, null)).body.application_user.application).toBeNull();
  });

  it('is no longer in an application after its person was removed from it', async () => {
    const [one, two] = [await server.makeApplication(), await server.makeApplication()];
    const user = await server.makeUser({ applications: [one, two], permissions: ['messages.list'] });
    const list = async () =>
      (await server.call({ method: 'GET', url: '/api/v1/hl7_messages', headers: user.headers })).status;
    const leave = (application: TestApplication) =>
      server.ctx.db.transaction(systemScope('example'), (tx) =>
        tx
          .deleteFrom('application_users')
          .where('user_id', '=', user.id)
          .where('application_id', '=', application.id)
          .execute(),
      );
    expect(await list()).toBe(200);
    await leave(one);
    expect((await session(user)).body.application_user.application).toBeNull();
    expect(await list()).toBe(409);
    await leave(two);
    expect(await list()).toBe(403);
  });

  it('is read for many screens at once without one read waiting for another', async () => {
    const user = await server.makeUser({ applications: [await server.makeApplication()] });
    const answers = await Promise.all(Array.from({ length: 40 }, () => session(user)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }, 5_000);
});
