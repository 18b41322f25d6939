import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import {
  PASSWORD,
  startTestServer,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['users.update', 'users.view'] });
  nurse = await server.makeUser({ applications: [hospital] });
});
afterAll(() => server.stop());

let addresses = 0;
const signIn = async ({ email }: TestUser) => {
  const payload = { username: email, password: PASSWORD };
  const remoteAddress = `10.9.8.${(addresses += 1) % 250}`;
  const { status, body } = await server.call({ method: 'POST', url: '/api/login', payload, remoteAddress });
  return { status, headers: { authorization: `Bearer ${body.auth_token}` } };
};
const isIn = async ({ headers }: Pick<TestUser, 'headers'>) =>
  (await server.call({ method: 'GET', url: '/api/v1/session', headers })).status === 200;
const signOut = ({ headers }: TestUser, { id }: TestUser) =>
  server.call({ method: 'DELETE', url: `/api/v1/users/${id}/sessions`, headers });

describe('an administrator who signs somebody out everywhere', () => {
  it('ends all their sessions and no others; they may sign in again', async () => {
    const colleague = await server.makeUser({ applications: [hospital] });
    const tablet = await signIn(nurse);
    const { status, body } = await signOut(admin, nurse);
    expect([status, body]).toEqual([200, { data: { ended: 2 } }]);
    expect([await isIn(nurse), await isIn(tablet), await isIn(colleague), await isIn(admin)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await signOut(admin, nurse)).body).toEqual({ data: { ended: 0 } });
    expect((await signIn(nurse)).status).toBe(200);
  });

  it('ends what they are shown live', async () => {
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: nurse.headers });
    await signOut(admin, nurse);
    // The text of a stream is complete when it has ended.
    expect(await stream.text()).toContain(': connected');
  });

  it('is in the audit, with the number of sessions', async () => {
    await signOut(admin, nurse);
    const entries = await server.ctx.db.transaction(systemScope('example'), (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['action', 'record_type', 'record_id', 'details'])
        .where('user_id', '=', admin.id)
        .orderBy('at')
        .orderBy('id')
        .execute(),
    );
    expect(entries.at(-1)).toMatchObject({
      action: 'sign_out_everywhere',
      record_type: 'users',
      record_id: nurse.id,
      details: { count: 1 },
    });
  });

  it('does so to nobody of another organisation, nobody who may do more, and not to themselves', async () => {
    const stranger = await server.makeUser({ applications: [await server.makeApplication()] });
    const manager = await server.makeUser({ applications: [hospital], permissions: ['cases.list'] });
    const superuser = await server.makeUser({ applications: [hospital], superUser: true });
    const people = [stranger, manager, superuser, admin];
    const answers = [];
    for (const person of people) answers.push((await signOut(admin, person)).status);
    expect(answers).toEqual([404, 403, 403, 409]);
    for (const person of people) expect(await isIn(person)).toBe(true);
  });

  it('needs the permission to change users', async () => {
    expect((await signOut(nurse, admin)).status).toBe(403);
    expect(await isIn(admin)).toBe(true);
  });
});
