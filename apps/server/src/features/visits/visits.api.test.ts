import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { after, HOUR, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

it('a visit shows its whole timeline in order: messages, delivery, opened, answered, case', async () => {
  const hospital = await makeAskingApplication(server, { delay: 60 });
  const nurse = await server.makeUser({ applications: [hospital], permissions: ['messages.list', 'cases.update'] });
  const about = { patient: 'P', visit: 'V', ward: 'ASH' };
  await feed(server, hospital, { ...about, event: 'A01', at: stamp(-HOUR) }, { ...about, event: 'A03', at: stamp() });
  server.setTime(after(61 * MINUTE));
  await server.runJobs();
  server.setTime(after(3 * HOUR));
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
  const [{ id }] = (await within(server, hospital, (tx) => tx.selectFrom('visits').select('id').execute())) as [
    { id: number },
  ];
  const { status, body } = await server.call({ method: 'GET', url: `/api/v1/visits/${id}`, headers: nurse.headers });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ visit_number: 'V', state: 'closed', location: 'ASH', deceased: false });
  const story = body.data.timeline.map(({ kind, state }: Json) => `${kind} ${state}`);
  expect(story.slice(0, 3)).toEqual(['message A01', 'message A03', 'delivery answered']);
  expect(story.slice(3).sort()).toEqual(['answered answered', 'case opened', 'opened opened']);
});
