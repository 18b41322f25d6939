import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import type { RunningServer } from '../../start-server.ts';
import { startConfigured } from '../start-configured.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import { readPromql, readSeries } from './read-promql.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const alerts = z
  .object({
    groups: z.array(
      z.object({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Wardvoice/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+m$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
            annotations: z.strictObject({ summary: z.string().min(20), runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('deploy/prometheus/alerts.yaml')))
  .groups.flatMap(({ rules }) => rules);

const dashboard = z
  .object({
    panels: z.array(
      z.object({
        title: z.string(),
        description: z.string().optional(),
        type: z.enum(['row', 'stat', 'timeseries']),
        gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read('deploy/grafana/wardvoice.json')));
const targets = dashboard.panels.flatMap(({ targets: ofPanel = [] }) => ofPanel);

/** What each expression reads, and the labels that words beside it show. */
const uses = [
  ...alerts.map(({ expr, annotations }) => ({ expr, words: annotations.summary, shown: /\$labels\.(\w+)/g })),
  ...targets.map(({ expr, legendFormat }) => ({ expr, words: legendFormat, shown: /\{\{(\w+)\}\}/g })),
].map(({ expr, words, shown }) => ({
  expr,
  ...readPromql(expr),
  shown: [...words.matchAll(shown)].map(([, label = '']) => label),
}));

/** Prometheus itself adds these to what it reads. */
const ADDED = ['job', 'instance'];

let database: TestServer;
let folder: string;
let server: RunningServer;
let series: Map<string, Set<string>>;

beforeAll(async () => {
  database = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-figures-'));
  server = await startConfigured(database, {
    DATA_DIR: folder,
    PORT: '0',
    MLLP_PORT: '0',
    METRICS_PORT: '0',
    // Nobody listens there, so that entries of the audit wait.
    AUDIT_SYSLOG: 'tcp://127.0.0.1:1',
  });
  await fetch(`http://127.0.0.1:${server.port}/api/v1/session`);
  const figures = async () => (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text();
  series = await vi.waitUntil(
    async () => {
      const told = readSeries(await figures());
      return told.has('wardvoice_last_work_timestamp_seconds') && told;
    },
    { timeout: 20_000 },
  );
});
afterAll(async () => {
  await server.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const labelsOf = (name: string): Set<string> => new Set([...(name === 'up' ? [] : (series.get(name) ?? [])), ...ADDED]);

describe('the alerts and the dashboard', () => {
  it('read only figures that the server tells', () => {
    const names = new Set(uses.flatMap(({ selected }) => selected.map(({ name }) => name)));
    expect(names.size).toBeGreaterThan(25);
    expect([...names].filter((name) => name !== 'up' && !series.has(name))).toEqual([]);
  });

  it('select, group and show by labels that these figures have', () => {
    const wrong = uses.flatMap(({ expr, selected, grouped, shown }) => {
      const all = new Set(selected.flatMap(({ name }) => [...labelsOf(name)]));
      return [
        ...selected.flatMap(({ name, labels }) => labels.filter((label) => !labelsOf(name).has(label))),
        ...[...grouped, ...shown].filter((label) => !all.has(label)),
      ].map((label) => `${label} in ${expr}`);
    });
    expect(wrong).toEqual([]);
  });

  it('show every figure that the server tells of its work', () => {
    const told = [...series.keys()].filter((name) => name.startsWith('wardvoice_'));
    const shown = targets.flatMap(({ expr }) => readPromql(expr).selected.map(({ name }) => name));
    const ofHistogram = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');
    const known = new Set(shown.map(ofHistogram));
    expect(told.filter((name) => !known.has(ofHistogram(name)))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('says of each panel what it shows, and lays none upon another', () => {
    const panels = dashboard.panels.filter(({ type }) => type !== 'row');
    expect(panels.filter(({ description = '' }) => description === '').map(({ title }) => title)).toEqual([]);
    const places = dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describe('an alert', () => {
  it('leads to a section of the runbook, and each has a name of its own', () => {
    const headings = [...read('docs/runbook.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => anchorOf(title));
    const ofAlerts = alerts.map(({ annotations }) => annotations.runbook);
    const sections = headings.map((anchor) => `docs/runbook.md#${anchor}`);
    expect(ofAlerts.filter((address) => !sections.includes(address))).toEqual([]);
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  });

  it('has examples that name it and its words as they are, and that promtool finds true where it is installed', () => {
    const wordsOf = new Map(alerts.map(({ alert, annotations }) => [alert, annotations.summary.split('{{')[0]]));
    const examples = z
      .object({
        tests: z.array(
          z.object({
            alert_rule_test: z.array(
              z.object({
                alertname: z.string(),
                exp_alerts: z.array(z.object({ exp_annotations: z.object({ summary: z.string() }) })).default([]),
              }),
            ),
          }),
        ),
      })
      .parse(parse(read('deploy/prometheus/alerts.test.yaml')))
      .tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const wrong = examples.filter(({ alertname, exp_alerts }) => {
      const begin = wordsOf.get(alertname);
      return begin === undefined || exp_alerts.some((one) => !one.exp_annotations.summary.startsWith(begin));
    });
    expect(examples.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);

    for (const args of [
      ['check', 'rules', 'alerts.yaml'],
      ['check', 'config', 'prometheus.yaml'],
      ['test', 'rules', 'alerts.test.yaml'],
    ]) {
      const promtool = spawnSync('promtool', args, { cwd: join(ROOT, 'deploy/prometheus'), encoding: 'utf8' });
      if (promtool.error) return;
      expect({ status: promtool.status, said: promtool.stdout + promtool.stderr }).toMatchObject({ status: 0 });
    }
  });
});

/** As GitHub and most readers of Markdown make it. */
const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

describe('what is not PromQL or not told', () => {
  it('is found', () => {
    expect(() => readPromql('sum by (job (wardvoice_alarms_open)')).toThrow('not PromQL');
    expect(readPromql('sum by (channel) (rate(wardvoice_made_up{result!="sent"}[5m]))')).toEqual({
      selected: [{ name: 'wardvoice_made_up', labels: ['result'] }],
      grouped: ['channel'],
    });
    expect(readSeries('# HELP a b\na_total{x="1",y="}"} 2\nb 3\n')).toEqual(
      new Map([
        ['a_total', new Set(['x', 'y'])],
        ['b', new Set()],
      ]),
    );
  });
});
