import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { announce } from '../../platform/live.ts';
import { portOf } from '../../platform/port-of.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeAskingApplication(server);
});
afterAll(() => server.stop());

const commentsFor = async (user: TestUser) =>
  (await server.call({ method: 'GET', url: '/api/v1/dashboard', headers: user.headers })).body.data.feedback.comments;

it('shows comments of patients only to who may see what surveys heard', async () => {
  await feed(server, hospital, { event: 'A03' });
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Cold soup');
  const [reader, registered] = [
    await server.makeUser({ applications: [hospital], permissions: ['surveys.view'] }),
    await server.makeUser({ applications: [hospital], permissions: [] }),
  ];
  expect(await commentsFor(reader)).toContainEqual(expect.objectContaining({ text: 'Cold soup', feedback_id: null }));
  const both = await server.makeUser({ applications: [hospital], permissions: ['surveys.view', 'feedback.list'] });
  expect(await commentsFor(both)).toContainEqual(expect.objectContaining({ feedback_id: expect.any(Number) }));
  expect(await commentsFor(registered)).toBeNull();
});

it('counts what nobody has read for 72 hours, for who may read it', async () => {
  const waitingFor = async (permissions: string[]) => {
    const user = await server.makeUser({ applications: [hospital], permissions });
    return (await server.as(user)('GET', '/dashboard')).body.data.feedback.waiting;
  };
  expect([await waitingFor(['feedback.list']), await waitingFor(['surveys.view'])]).toEqual([0, null]);
  server.setTime(new Date(server.ctx.clock().getTime() + 73 * 3_600_000));
  expect(await waitingFor(['feedback.list'])).toBe(1);
});

it('tells a live stream what changes, but nothing to somebody without a permission', async () => {
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${portOf(server.http.server)}/api/v1/events`;
  const users = [
    await server.makeUser({ applications: [hospital], permissions: ['cases.list'] }),
    await server.makeUser({ applications: [hospital], permissions: [] }),
  ];
  const streams = await Promise.all(users.map(({ headers }) => fetch(url, { headers })));
  const readers = streams.map(({ body }) => body?.pipeThrough(new TextDecoderStream()).getReader());
  for (const reader of readers) expect((await reader?.read())?.value).toContain('connected');
  const topicsOf = async (reader: (typeof readers)[number]) => /\[.*\]/.exec((await reader?.read())?.value ?? '')?.[0];
  await within(server, hospital, (tx) => announce(tx, hospital.id, ['cases']));
  expect(await topicsOf(readers[0])).toBe('["cases"]');
  await within(server, hospital, (tx) => announce(tx, hospital.id, ['inbox']));
  expect(await Promise.all(readers.map(topicsOf))).toEqual(['["inbox"]', '["inbox"]']);
  for (const reader of readers) await reader?.cancel();
});
