import { afterEach, beforeEach, expect, it } from 'vitest';
import { feed, makeAskingApplication } from '../../testing/builders.ts';
import { startTraceCollector } from '../../testing/outside/trace-collector.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { openTraces } from '../../platform/tracing/open-traces.ts';
import type { Traces } from '../../platform/tracing/traces.ts';

/** The ids and nanoseconds of spans are digits by chance, also those of a patient's number. */
const IDS_AND_TIMES = /"\w+(Id|UnixNano)":"[0-9a-f]+"/g;

let server: TestServer;
let hospital: TestApplication;
let traces: Traces;
let collector: Awaited<ReturnType<typeof startTraceCollector>>;

beforeEach(async () => {
  collector = await startTraceCollector();
  server = await startTestServer({
    contextOf: (ctx) => {
      const { publicUrl: installation, log } = ctx;
      const options = { serviceName: 'wardvoice', share: 1, version: '1', headers: {} };
      traces = openTraces({ endpoint: collector.url, installation, log, ...options });
      return { ...ctx, traces };
    },
  });
  hospital = await makeAskingApplication(server);
});
afterEach(async () => {
  await server.stop();
  await collector.close();
});

it('a message and the SMS that it led to are one trace, which names nobody', async () => {
  const stay = { visit: 'V1', patient: 'P1', family: 'Juniper', ward: 'ASH', phone: '07700 900123' };
  await feed(server, hospital, { ...stay, event: 'A01' }, { ...stay, event: 'A03' });
  await server.runJobs();
  expect(server.gateways.texts).toHaveLength(1);
  await traces.close();
  const spans = collector.spans();
  const roots = spans.filter(({ name }) => name === 'message');
  expect(roots.map(({ attributes }) => attributes['wardvoice.event'])).toEqual(['A01', 'A03']);
  const discharge = roots[1];
  const within = spans.filter(({ parentSpanId }) => parentSpanId === discharge?.spanId);
  expect(within.map(({ name }) => name)).toEqual(expect.arrayContaining(['process', 'send sms']));
  expect(within.every(({ traceId }) => traceId === discharge?.traceId)).toBe(true);
  expect(within.find(({ name }) => name === 'send sms')).toMatchObject({
    hasFailed: false,
    attributes: { 'wardvoice.outcome': 'accepted', 'wardvoice.application': hospital.id },
  });
  const sent = collector.heard.map(({ body }) => body.replaceAll(IDS_AND_TIMES, '')).join('');
  expect(sent).toMatch(/wardvoice\.outcome/);
  expect(sent).not.toMatch(/Juniper|7700|900123|Murphy/i);
});
