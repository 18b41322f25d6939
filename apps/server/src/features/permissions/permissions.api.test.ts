import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, user = superuser) =>
  server.call({ method, url: `/api/v1/permissions${path}`, headers: user.headers, ...(payload ? { payload } : {}) });
const named = (name: string, more: object = {}) => ({ permission: { name, ...more } });

it('a permission is made, found, renamed and deleted, which also takes it from its users', async () => {
  const created = await call('POST', '', named('reports.view'));
  expect([created.status, created.body.data]).toMatchObject([201, { name: 'reports.view', built_in: false }]);
  const { id } = created.body.data;
  const user = await server.makeUser({ permissions: ['reports.view'] });
  expect((await call('GET', `/${id}`)).body.data.users_count).toBe(1);
  expect((await call('PUT', `/${id}`, named('reports.list'))).body.data.name).toBe('reports.list');
  expect((await call('GET', '?term=reports')).body.data.map((one: Json) => one.name)).toEqual(['reports.list']);
  expect((await call('DELETE', `/${id}`)).body).toEqual({ data: { id } });
  expect((await call('GET', `/${id}`)).status).toBe(404);
  const session = await server.call({ url: '/api/v1/session', headers: user.headers });
  expect(session.body.permissions).toEqual([]);
});

it('permissions that the program checks can be neither renamed nor deleted', async () => {
  const [builtIn] = (await call('GET', '?term=messages.list')).body.data;
  expect(builtIn.built_in).toBe(true);
  for (const { status, body } of [
    await call('DELETE', `/${builtIn.id}`),
    await call('PUT', `/${builtIn.id}`, named('letters.list')),
  ])
    expect([status, body.message]).toEqual([409, expect.stringContaining('built in')]);
});

it('a name is refused if it is taken, malformed, or reserved for superusers', async () => {
  for (const name of ['messages.list', 'superuser', 'Two Words', '', 'a.b.c', "x' or 1=1"]) {
    const { status, body } = await call('POST', '', named(name));
    expect([name, status, Object.keys(body.errors ?? {})]).toEqual([name, 422, ['name']]);
  }
});

it('of two superusers who rename it at once, the second gets a conflict', async () => {
  const { id, version } = (await call('POST', '', named('letters.view'))).body.data;
  const answers = await Promise.all(
    ['letters.one', 'letters.two'].map((name) => call('PUT', `/${id}`, named(name, { version }))),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

it('is for superusers only', async () => {
  const admin = await server.makeUser({ permissions: ['admin'] });
  expect((await call('GET', '', undefined, admin)).status).toBe(403);
  expect((await call('POST', '', named('reports.more'), admin)).status).toBe(403);
});

it('a permission says what it allows, and who has it, by which role and where', async () => {
  const [application, other] = [await server.makeApplication(), await server.makeApplication()];
  const alone = await server.makeUser({ applications: [application], permissions: ['cases.update'] });
  const nurse = await server.makeUser({ applications: [other], role: 'ward_nurse' });
  const [found] = (await call('GET', '?term=cases.update')).body.data;
  const { allows, holders, roles } = (await call('GET', `/${found.id}`)).body.data;
  expect(allows).toContainEqual(expect.objectContaining({ method: 'PUT', path: '/cases/:id' }));
  expect(allows.some(({ path }: Json) => path === '/permissions/:id')).toBe(false);
  const seatOf = ({ id }: TestUser) => {
    const { application_title, role_name } = holders.find(({ user_id }: Json) => user_id === id);
    return [application_title, role_name];
  };
  const ward = roles.map(({ name }: Json) => name).find((name: string) => /nurse/i.test(name));
  expect([seatOf(alone), seatOf(nurse)]).toEqual([
    [application.title, null],
    [other.title, ward],
  ]);
  await server.ctx.db.transaction(systemScope('example'), (tx) =>
    tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', alone.id).execute(),
  );
  expect(JSON.stringify((await call('GET', `/${found.id}`)).body.data.holders)).not.toContain(alone.name);
});
