import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const figures = async () => (await server.call({ method: 'GET', url: '/metrics' })).body as string;

/** Returns by how much a figure grew since the first call: other tests were counted in this process before. */
async function startCounting() {
  const before = await figures();
  const valueIn = (text: string, series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length) ?? 0,
    );
  return async (series: string) => valueIn(await figures(), series) - valueIn(before, series);
}

it('gives Prometheus the numbers of messages received, answered and waiting', async () => {
  const { facility } = await server.makeApplication();
  const grown = await startCounting();
  await server.receive(adt({ event: 'A01', facility, controlId: 'M1' }));
  await server.receive(adt({ event: 'A01', facility, controlId: 'M2', without: ['PID'] }));
  expect(await grown('wardvoice_messages_received_total{source="mllp",answer="AA"}')).toBe(1);
  expect(await grown('wardvoice_messages_received_total{source="mllp",answer="AE"}')).toBe(1);
  expect(await grown('wardvoice_intake_commit_messages_count')).toBe(2);
  const text = await figures();
  expect(text).toContain('wardvoice_messages_waiting 1');
  expect(text).toContain('# TYPE wardvoice_intake_commit_seconds histogram');

  await server.processAll();
  expect(await figures()).toContain('wardvoice_messages_waiting 0');
});

it('counts the connections of senders, and the frames they left unfinished', async () => {
  const { port, close } = await server.startMllp();
  const grown = await startCounting();
  const socket = connect(port, '127.0.0.1');
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  await expect.poll(() => grown('wardvoice_mllp_connections')).toBe(1);
  socket.end('\x0bMSH|^~');
  await expect.poll(() => grown('wardvoice_mllp_fragments_total')).toBe(1);
  await expect.poll(() => grown('wardvoice_mllp_connections')).toBe(0);
  await close();
});
