import { setTimeout as pause } from 'node:timers/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this process tells Prometheus. Each part of the house defines its own figures here, where it counts them. */
const registry = new Registry();
collectDefaultMetrics({ register: registry });

const PREFIX = 'wardvoice_';
/** Prometheus gives up after 10 s by default; a database that hangs must not take the other figures with it. */
const MEASURE_WITHIN_MS = 3_000;

interface Description<Label extends string> {
  /** Without the prefix; a counter ends in _total, a time in _seconds. */
  name: string;
  help: string;
  labels?: readonly Label[];
}

const configuration = <Label extends string>({ name, help, labels = [] }: Description<Label>) => ({
  name: PREFIX + name,
  help,
  labelNames: [...labels],
  registers: [registry],
});

export const defineCounter = <Label extends string = never>(description: Description<Label>): Counter<Label> =>
  new Counter(configuration(description));

export const defineHistogram = (description: Description<never> & { buckets: number[] }): Histogram =>
  new Histogram({ ...configuration(description), buckets: description.buckets });

export const defineGauge = (description: Description<never>): Gauge => new Gauge(configuration(description));

export const defineLabelledGauge = <Label extends string>(description: Description<Label>): Gauge<Label> =>
  new Gauge(configuration(description));

/** A figure that is asked for when Prometheus comes. The newest definition of a name holds. */
export function defineMeasured({ read, ...description }: Description<never> & { read: () => Promise<number> }): void {
  registry.removeSingleMetric(PREFIX + description.name);
  registry.registerMetric(
    new Gauge({
      ...configuration(description),
      registers: [],
      async collect() {
        // Without an answer in time there is no figure; the others are told all the same.
        const inTime = pause(MEASURE_WITHIN_MS, Number.NaN, { ref: false });
        this.set(await Promise.race([read().catch(() => Number.NaN), inTime]));
      },
    }),
  );
}

export const metricsContentType = registry.contentType;
export const readMetrics = (): Promise<string> => registry.metrics();
