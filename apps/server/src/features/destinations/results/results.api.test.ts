import { parseMessage, type Message } from '@wardvoice/hl7';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemScope } from '../../../platform/scope.ts';
import { NOON, stamp } from '../../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../../testing/builders.ts';
import { acknowledging, startMllpReceiver, type MllpReceiver } from '../../../testing/outside/mllp-receiver.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
let receiver: MllpReceiver;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  receiver = await startMllpReceiver();
  await server.ctx.db.transaction(systemScope('example'), (tx) => tx.deleteFrom('destinations').execute());
  hospital = await makeAskingApplication(server, { channel: 'sms' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterEach(() => receiver.close());

async function make(settings: Json = {}): Promise<number> {
  const { status, body } = await server.as(admin)('POST', '/destinations', {
    destination: {
      name: 'Records',
      host: '127.0.0.1',
      port: receiver.port,
      tls: false,
      answer_seconds: 1,
      messages: false,
      answers: true,
      ...settings,
    },
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const log = async (id: number): Promise<Json[]> =>
  (await server.as(admin)('GET', `/destinations/${id}/messages`)).body.data.toReversed();

/** A patient leaves the ward, is asked by SMS and answers badly. */
async function answer(patient = 'ORLA', number = '07700 900777'): Promise<void> {
  const phone = `${number}^PRN^CP`;
  const comment = 'Cold tea.\nLoud | nights ^ & ~';
  await feed(server, hospital, { event: 'A03', at: stamp(), patient, visit: `V${patient}`, ward: 'ASH', phone });
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), comment);
}

function read(bytes: Buffer | undefined): Message {
  const parsed = parseMessage(bytes ?? Buffer.alloc(0));
  if (!parsed.ok) throw new Error('the results cannot be read');
  return parsed.message;
}

it('answers reach a destination as ORU^R01, with patient, visit, survey and each answer', async () => {
  const id = await make();
  await answer();
  await server.runJobs();
  expect(receiver.received).toHaveLength(1);
  const message = read(receiver.received[0]);
  const [queued] = await log(id);
  expect(queued).toMatchObject({ state: 'sent', answer: 'AA', message_type: 'ORU', event: 'R01', message_id: null });
  expect(['MSH-9.1', 'MSH-9.2', 'MSH-10', 'MSH-12', 'MSH-18'].map((path) => message.get(path))).toEqual([
    'ORU',
    'R01',
    queued.message_control_id,
    '2.5.1',
    'UNICODE UTF-8',
  ]);
  expect(message.get('MSH-7')).toMatch(/^\d{14}[+-]\d{4}$/);
  expect(message.get('PID-3.1')).toContain('ORLA');
  expect(message.get('PV1-3.1')).toBe('ASH');
  expect(message.get('PV1-19.1')).toBe('VORLA');
  expect(message.get('OBR-25')).toBe('F');
  const text = String(receiver.received[0]);
  const lines = text.split('\r').filter((line) => line.startsWith('OBX'));
  expect(lines[0]).toMatch(/^OBX\|1\|NM\|SCORE\^Score\^99WARDVOICE\|\|[\d.]+\|/);
  // What calls for help is abnormal; separators in what somebody wrote are escaped, and lines are repetitions.
  expect(lines.find((line) => line.includes('^Poor^'))).toMatch(/\|CWE\|.*\|A\|\|\|F\|/);
  expect(lines.find((line) => line.includes('|TX|'))).toContain('|Cold tea.~Loud \\F\\ nights \\S\\ \\T\\ \\R\\|');
});

it('only what is wanted is sent: messages, answers, or both, of the wards that are named', async () => {
  const answers = await make();
  const messages = await make({ messages: true, answers: false });
  const both = await make({ messages: true, wards: ['ASH'] });
  const elsewhere = await make({ wards: ['OAK'] });
  await answer();
  await server.runJobs();
  const types = async (id: number) => (await log(id)).map(({ message_type }) => message_type);
  expect(await Promise.all([answers, messages, both, elsewhere].map(types))).toEqual([
    ['ORU'],
    ['ADT'],
    ['ADT', 'ORU'],
    [],
  ]);
  const nothing = await server.as(admin)('PUT', `/destinations/${answers}`, { destination: { answers: false } });
  expect(nothing).toMatchObject({
    status: 422,
    body: { errors: { answers: ['Choose what is sent: messages, answers, or both.'] } },
  });
});

it('results that are sent again have the same MSH-10 and are otherwise the same', async () => {
  const id = await make();
  receiver.react = acknowledging('AE');
  await answer();
  await server.runJobs();
  receiver.react = acknowledging('AA');
  server.setTime(new Date(NOON.getTime() + 60_000));
  await server.runJobs();
  expect((await log(id)).map(({ state }) => state)).toEqual(['sent']);
  expect(receiver.received).toHaveLength(2);
  expect(String(receiver.received[1])).toBe(String(receiver.received[0]));
});

it('answers of somebody who was removed meanwhile are given up, and hold up no others', async () => {
  const id = await make({ on_error: 'stop' });
  await answer();
  await within(server, hospital, (tx) => tx.updateTable('patients').set({ removed_at: NOON }).execute());
  await answer('BREDA', '07700 900778');
  await server.runJobs();
  expect((await log(id)).map(({ state }) => state)).toEqual(['failed', 'sent']);
});

it('answers of somebody who was removed and came back are sent', async () => {
  const id = await make();
  await answer();
  const before = new Date(NOON.getTime() - 1000);
  await within(server, hospital, (tx) => tx.updateTable('patients').set({ removed_at: before }).execute());
  await server.runJobs();
  expect((await log(id)).map(({ state }) => state)).toEqual(['sent']);
});
