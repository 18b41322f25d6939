import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { announce } from '../../platform/live.ts';
import { portOf } from '../../platform/port-of.ts';
import { hl7Time } from '../../testing/hl7-messages.ts';
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

it('shows many who look at once what each of them may see', async () => {
  const at = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  for (const ward of ['ASH', 'BIRCH']) {
    await feed(server, hospital, { event: 'A01', ward, at, controlId: ward, patient: ward, visit: `V${ward}` });
  }
  await server.runJobs();
  const seat = { applications: [hospital], permissions: ['surveys.view'] };
  const users = [
    await server.makeUser(seat),
    await server.makeUser({ ...seat, locations: ['ASH'] }),
    await server.makeUser({ ...seat, locations: ['BIRCH'] }),
    await server.makeUser({ applications: [hospital], permissions: [] }),
    await server.makeUser({ ...seat, permissions: ['surveys.view', 'feedback.list'] }),
  ];
  const figuresFor = async ({ headers }: TestUser) => {
    const { week, feedback } = (await server.call({ url: '/api/v1/dashboard', headers })).body.data;
    const admissions = week.reduce((sum: number, day: { A01: number }) => sum + day.A01, 0);
    const ids = feedback.comments?.map((comment: { feedback_id: number | null }) => comment.feedback_id) ?? null;
    return {
      admissions,
      comments: ids?.length ?? null,
      leadsToAnswers: ids?.some((id: number | null) => id !== null) ?? false,
    };
  };
  const alone: Awaited<ReturnType<typeof figuresFor>>[] = [];
  for (const user of users) alone.push(await figuresFor(user));
  expect(alone.map(({ admissions }) => admissions)).toEqual([2, 1, 1, 2, 2]);
  expect(alone.map(({ comments }) => comments === null)).toEqual([false, false, false, true, false]);
  expect(alone.map(({ leadsToAnswers }) => leadsToAnswers)).toEqual([false, false, false, false, true]);
  const together = await Promise.all([1, 2, 3, 4].flatMap(() => users.map(figuresFor)));
  expect(together).toEqual([1, 2, 3, 4].flatMap(() => alone));
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

it('counts appointments of a clinic by what became of them', async () => {
  const clinic = await makeAskingApplication(server);
  const user = await server.makeUser({ applications: [clinic], permissions: [] });
  const figures = async () => (await server.call({ url: '/api/v1/dashboard', headers: user.headers })).body.data;
  expect((await figures()).today.map(({ event }: { event: string }) => event)).toEqual(['A01', 'A02', 'A03', 'A04']);
  // Tests before this one may have moved the clock.
  const now = server.ctx.clock();
  await feed(
    server,
    clinic,
    ...['S12', 'S13', 'S15'].map((event, index) => ({
      type: 'SIU',
      event,
      at: hl7Time(new Date(now.getTime() + index * 1_000)),
      patient: 'C1',
      more: [`SCH|APP1|APP1|||||||||^^^${hl7Time(now)}`],
      without: ['EVN', 'PV1'],
    })),
  );
  const { today, week } = await figures();
  const counted = today.filter(({ count }: { count: number }) => count > 0);
  expect(counted).toEqual([
    { event: 'S12', count: 1 },
    { event: 'S15', count: 1 },
  ]);
  expect(today).toHaveLength(8);
  expect(week.at(-1)).toMatchObject({ A01: 0, S12: 1, S15: 1, other: 3 });
});
