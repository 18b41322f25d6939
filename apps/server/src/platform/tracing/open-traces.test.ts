import { afterEach, expect, it } from 'vitest';
import { startTraceCollector } from '../../testing/outside/trace-collector.ts';
import { openTraces } from './open-traces.ts';
import type { EndedSpan } from './traces.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(options: { status?: number; share?: number; installation?: string } = {}) {
  const collector = await startTraceCollector(options);
  closing.push(collector.close);
  const warnings: string[] = [];
  const log = { info: () => undefined, error: () => undefined, debug: () => undefined } as const;
  const traces = openTraces({
    endpoint: `${collector.url}/`,
    headers: { authorization: 'Bearer of-the-collector' },
    serviceName: 'wardvoice-north',
    share: options.share ?? 1,
    installation: options.installation ?? 'https://wardvoice.example',
    version: '1.2.3',
    log: { ...log, warn: (_facts: object, text: string) => void warnings.push(text) } as never,
  });
  return { collector, traces, warnings };
}

const at = (ms: number): Date => new Date(Date.UTC(2026, 10, 28, 10) + ms);
const span = (name: string, more: Partial<EndedSpan> = {}): EndedSpan => ({
  name,
  startedAt: at(0),
  endedAt: at(40),
  attributes: { 'wardvoice.message': 7 },
  ...more,
});

it('spans about one thing are one trace, whichever process writes them', async () => {
  const [one, other] = [await open(), await open()];
  one.traces.begin('message 7', span('message'), [span('process', { startedAt: at(10) })]);
  other.traces.add('message 7', span('send sms', { startedAt: at(5_000), endedAt: at(5_100), hasFailed: true }));
  other.traces.add('message 8', span('send email'));
  await Promise.all([one.traces.close(), other.traces.close()]);
  const [root, process] = one.collector.spans();
  const [sms, email] = other.collector.spans();
  expect(root).toEqual({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    parentSpanId: null,
    name: 'message',
    startedAt: at(0).getTime(),
    endedAt: at(40).getTime(),
    hasFailed: false,
    attributes: { 'wardvoice.message': 7 },
    service: 'wardvoice-north',
  });
  const ofRoot = { traceId: root?.traceId, parentSpanId: root?.spanId };
  expect(process).toMatchObject({ ...ofRoot, name: 'process', startedAt: at(10).getTime() });
  expect(sms).toMatchObject({ ...ofRoot, name: 'send sms', hasFailed: true });
  expect(email?.traceId).not.toBe(root?.traceId);
  expect(one.collector.heard[0]).toMatchObject({
    url: '/v1/traces',
    headers: { authorization: 'Bearer of-the-collector' },
  });
});

it('two installations with the same numbers have different traces', async () => {
  const [one, other] = [await open(), await open({ installation: 'https://other.example' })];
  for (const { traces } of [one, other]) {
    traces.begin('message 7', span('message'), []);
    await traces.close();
  }
  expect(one.collector.spans()[0]?.traceId).not.toBe(other.collector.spans()[0]?.traceId);
});

it('a share of the traces is whole: all its spans, or none', async () => {
  const { traces, collector } = await open({ share: 0.2 });
  for (let id = 0; id < 1_000; id += 1) {
    traces.begin(`message ${id}`, span('message'), []);
    traces.add(`message ${id}`, span('send sms'));
  }
  await traces.close();
  const of = (name: string) => new Set(collector.spans().flatMap((one) => (one.name === name ? [one.traceId] : [])));
  expect(of('message')).toEqual(of('send sms'));
  expect(of('message').size).toBeGreaterThan(120);
  expect(of('message').size).toBeLessThan(280);
});

it('a span does not end before it begins, also when the clock was set back', async () => {
  const { traces, collector } = await open();
  traces.begin('message 7', span('message', { startedAt: at(90), endedAt: at(10) }), []);
  await traces.close();
  expect(collector.spans()).toMatchObject([{ startedAt: at(90).getTime(), endedAt: at(90).getTime() }]);
});

it('a collector that refuses is said once in the log, and nobody waits for it', async () => {
  const { traces, warnings } = await open({ status: 400 });
  for (let id = 0; id < 3_000; id += 1) traces.begin(`message ${id}`, span('message'), []);
  await traces.close();
  expect(warnings).toEqual([expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT')]);
});
