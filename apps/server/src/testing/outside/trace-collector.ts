import { startHttpListener } from './http-listener.ts';
import type { Json } from '../test-server.ts';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** In milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  hasFailed: boolean;
  attributes: Record<string, string | number>;
  service: string;
}

/** Starts a collector of OpenTelemetry on this machine: OTLP by HTTP, in JSON. */
export async function startTraceCollector({ status = 200 } = {}) {
  const server = await startHttpListener((response) => void response.writeHead(status).end('{}'));
  return {
    url: `http://127.0.0.1:${server.port}`,
    heard: server.heard,
    spans: (): CollectedSpan[] => server.heard.flatMap(({ body }) => spansIn(JSON.parse(body))),
    close: server.close,
  };
}

const valuesOf = (attributes: Json[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

const spansIn = ({ resourceSpans }: Json): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ spans }: Json) =>
      spans.map((span: Json) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || null,
        name: span.name,
        startedAt: Number(BigInt(span.startTimeUnixNano) / 1_000_000n),
        endedAt: Number(BigInt(span.endTimeUnixNano) / 1_000_000n),
        hasFailed: span.status.code === 2,
        attributes: valuesOf(span.attributes),
        service: valuesOf(resource.attributes)['service.name'],
      })),
    ),
  );
