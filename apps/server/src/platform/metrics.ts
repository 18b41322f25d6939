import { setTimeout as pause } from 'node:timers/promises';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from 'prom-client';

/** The figures of this process for Prometheus. Each part of the server defines its own where it counts them. */
const registry = new Registry();
collectDefaultMetrics({ register: registry });

const PREFIX = 'wardvoice_';
/** Prometheus waits 10 s by default. A database that hangs must not keep it from the other figures. */
const MEASURE_WITHIN_MS = 3_000;

interface Description<Label extends string> {
  /** Name without the prefix. The name of a counter ends in _total, that of a time in _seconds. */
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

/**
 * A counter whose labels are given with all their values is 0 for each of them from the start. Prometheus sees no increase in a
 * series that begins with 1, so an alert would miss the first event.
 */
export function defineCounter<Label extends string = never>({
  labels = [],
  ...description
}: Omit<Description<Label>, 'labels'> & {
  labels?: readonly Label[] | Readonly<Record<Label, readonly string[]>>;
}): Counter<Label> {
  const values = 'length' in labels ? null : (Object.entries(labels) as [Label, readonly string[]][]);
  const names = values?.map(([name]) => name) ?? (labels as readonly Label[]);
  const counter = new Counter(configuration({ ...description, labels: names }));
  for (const series of values ? combine(values) : []) counter.inc(series, 0);
  return counter;
}

/** Every combination of the values of labels. */
const combine = <Label extends string>(
  values: readonly [Label, readonly string[]][],
): Partial<Record<Label, string>>[] =>
  values.reduce<Partial<Record<Label, string>>[]>(
    (series, [name, ofName]) => series.flatMap((one) => ofName.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );

export const defineHistogram = <Label extends string = never>(
  description: Description<Label> & { buckets: number[] },
): Histogram<Label> => new Histogram({ ...configuration(description), buckets: description.buckets });

export const defineGauge = (description: Description<never>): Gauge => new Gauge(configuration(description));

/** A point in time, by label. Where several threads report one, the latest counts. */
export const defineLatestTime = <Label extends string>(description: Description<Label>): Gauge<Label> =>
  new Gauge({ ...configuration(description), aggregator: 'max' });

/** A figure that is measured when Prometheus asks. A later definition of the same name replaces an earlier one. */
export function defineMeasured({ read, ...description }: Description<never> & { read: () => Promise<number> }): void {
  registry.removeSingleMetric(PREFIX + description.name);
  registry.registerMetric(
    new Gauge({
      ...configuration(description),
      registers: [],
      async collect() {
        // A figure that is not measured in time is left out, and the others are answered.
        const inTime = pause(MEASURE_WITHIN_MS, Number.NaN, { ref: false });
        this.set(await Promise.race([read().catch(() => Number.NaN), inTime]));
      },
    }),
  );
}

export const metricsContentType = registry.contentType;

export type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** Returns the figures of this thread, for the thread that answers Prometheus; without those about the whole process. */
export async function readFigures(): Promise<Figures> {
  const figures = await registry.getMetricsAsJSON();
  return figures.filter(({ name }) => name.startsWith(PREFIX));
}

const otherThreads = new Set<() => Promise<Figures>>();

/** Adds the figures of another thread of this process to those of this one. Returns the function that removes them again. */
export function addFigures(read: () => Promise<Figures>): () => void {
  otherThreads.add(read);
  return () => otherThreads.delete(read);
}

export async function readMetrics(): Promise<string> {
  if (otherThreads.size === 0) return registry.metrics();
  const ours = await registry.getMetricsAsJSON();
  const none = pause<Figures>(MEASURE_WITHIN_MS, [], { ref: false });
  const theirs = await Promise.all([...otherThreads].map((read) => Promise.race([read(), none])));
  const isShared = new Set(theirs.flat().map(({ name }) => name));
  const shared = AggregatorRegistry.aggregate([ours.filter(({ name }) => isShared.has(name)), ...theirs]);
  const alone = await Promise.all(
    ours.filter(({ name }) => !isShared.has(name)).map(({ name }) => registry.getSingleMetricAsString(name)),
  );
  return [...alone, await shared.metrics()].join('\n\n');
}
