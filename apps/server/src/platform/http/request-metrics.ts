import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineCounter, defineHistogram } from '../metrics.ts';

const answered = defineCounter({
  name: 'http_requests_total',
  help: 'Requests answered, by the first digit of the status (2xx, 3xx, 4xx, 5xx)',
  labels: { status: ['2xx', '3xx', '4xx', '5xx'] },
});

const seconds = defineHistogram({
  name: 'http_request_seconds',
  help: 'Time until the answer of a call of the API begins, by its route. An address never is a label: it may contain a token',
  labels: ['route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Counts a request whose answer begins now. A stream that stays open for hours, such as that of live events, is not among them. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  answered.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` });
  const { url } = request.routeOptions;
  if (url?.startsWith('/api/') || url?.startsWith('/fhir/'))
    seconds.observe({ route: `${request.method} ${url}` }, reply.elapsedTime / 1_000);
}
