import { createHash } from 'node:crypto';
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context as SpanContext,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  RandomIdGenerator,
  TracerProvider,
  type IdGenerator,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import type { EndedSpan, Traces } from './traces.ts';

export interface TracesOptions {
  /** Of a collector that takes OTLP by HTTP, without `/v1/traces`. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  serviceName: string;
  /** Which traces are sent, from 0 to 1. All processes choose the same ones. */
  share: number;
  /** Of this installation, so that two of them at one collector have different traces: its public address. */
  installation: string;
  version: string;
  log: Log;
}

const MAX_WAITING = 20_000;
const CLOSE_WITHIN_MS = 3_000;

/** Sends spans to a collector of OpenTelemetry in the background. What it does not take is dropped, and said once in the log. */
export function openTraces(options: TracesOptions): Traces {
  const { endpoint, headers, serviceName, share, installation, version, log } = options;
  const ids = new IdsOfTraces();
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: { ...headers } });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    idGenerator: ids,
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MAX_WAITING })],
  });
  sayOnce(log);
  const tracer = provider.getTracer('wardvoice', version);
  const hash = (text: string, bytes: number) =>
    createHash('sha256')
      .update(text)
      .digest('hex')
      .slice(0, bytes * 2);
  const traceOf = (about: string) => {
    const traceId = hash(`${installation} ${about}`, 16);
    return {
      traceId,
      rootId: hash(`root ${traceId}`, 8),
      isChosen: Number.parseInt(traceId.slice(-8), 16) < share * 2 ** 32,
    };
  };
  const write = ({ name, startedAt, endedAt, attributes, hasFailed = false }: EndedSpan, within: SpanContext) => {
    const kind = SpanKind.INTERNAL;
    const span = tracer.startSpan(name, { startTime: startedAt, attributes: { ...attributes }, kind }, within);
    if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    // A clock that was set back must not make a span that ends before it begins.
    span.end(endedAt < startedAt ? startedAt : endedAt);
  };
  const childrenOf = (traceId: string, rootId: string) =>
    trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: rootId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
  return {
    begin(about, root, within) {
      const { traceId, rootId, isChosen } = traceOf(about);
      if (!isChosen) return;
      ids.next = { traceId, spanId: rootId };
      write(root, ROOT_CONTEXT);
      ids.next = null;
      for (const span of within) write(span, childrenOf(traceId, rootId));
    },
    add(about, span) {
      const { traceId, rootId, isChosen } = traceOf(about);
      if (isChosen) write(span, childrenOf(traceId, rootId));
    },
    async close() {
      // A collector that hangs must not keep this process from stopping.
      let timer: NodeJS.Timeout | undefined;
      const tooLate = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN_MS)));
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
      clearTimeout(timer);
    },
  };
}

/** Gives the first span of a trace the ids that are made from what it is about, and others ids by chance. */
class IdsOfTraces implements IdGenerator {
  next: { traceId: string; spanId: string } | null = null;
  readonly #byChance = new RandomIdGenerator();

  generateTraceId(): string {
    return this.next?.traceId ?? this.#byChance.generateTraceId();
  }

  generateSpanId(): string {
    return this.next?.spanId ?? this.#byChance.generateSpanId();
  }
}

/** Writes what OpenTelemetry complains of into the log, the first time. */
function sayOnce(log: Log): void {
  let isSaid = false;
  const say = (): void => {
    if (isSaid) return;
    isSaid = true;
    log.warn(
      {},
      'traces cannot be sent to the collector (OTEL_EXPORTER_OTLP_ENDPOINT); they are dropped until it takes them',
    );
  };
  const nothing = (): void => undefined;
  const logger = { error: say, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
