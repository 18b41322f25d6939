import { afterAll, beforeAll, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit } from '../../testing/asked-patients.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let nurse: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  const application = await server.makeApplication();
  nurse = await server.makeUser({ applications: [application] });
  colleague = await server.makeUser({ applications: [application] });
  const hospital = await makeAskingHospital(server, { levels: [[nurse]] }, application);
  for (let count = 0; count < 3; count += 1) {
    const { token } = await hospital.ask();
    await submit(server, hospital, token, BAD_REPLY);
  }
});
afterAll(() => server.stop());

const inbox = (user: TestUser, query = '') =>
  server.call({ method: 'GET', url: `/api/v1/inbox${query}`, headers: user.headers });
const markRead = (user: TestUser, id: number) =>
  server.call({ method: 'PUT', url: `/api/v1/inbox/${id}/read`, headers: user.headers });

it('an inbox shows the user’s own items, newest first, with the number of unread ones', async () => {
  const { body } = await inbox(nurse);
  expect(body).toMatchObject({ total: 3, unread_count: 3 });
  expect(body.data[0]).toMatchObject({ kind: 'case_opened', case_state: 'new', answer: 'Poor', read_at: null });
  const ids = body.data.map(({ id }: { id: number }) => id);
  expect(ids).toEqual([...ids].sort((a: number, b: number) => b - a));
  expect((await inbox(colleague)).body).toMatchObject({ total: 0, unread_count: 0 });
});

it('an item that was read stays read, with the time of the first reading', async () => {
  const [{ id }] = (await inbox(nurse)).body.data;
  const first = await markRead(nurse, id);
  const second = await markRead(nurse, id);
  expect(first.body.data.read_at).not.toBeNull();
  expect(second.body.data.read_at).toBe(first.body.data.read_at);
  expect((await inbox(nurse, '?unread=1')).body).toMatchObject({ total: 2, unread_count: 2 });
  expect((await inbox(nurse, '?unread=0')).body.data).toMatchObject([{ id }]);
});

it('nobody can read another user’s item, not even an administrator', async () => {
  const [{ id }] = (await inbox(nurse, '?unread=1')).body.data;
  const superuser = await server.makeUser({ superUser: true });
  expect((await markRead(colleague, id)).status).toBe(404);
  expect((await markRead(superuser, id)).status).toBe(404);
  expect((await inbox(nurse, '?unread=1')).body.unread_count).toBe(2);
});

it('a superuser without an application has an empty inbox', async () => {
  const superuser = await server.makeUser({ superUser: true });
  expect((await inbox(superuser)).body).toMatchObject({ data: [], unread_count: 0 });
});
