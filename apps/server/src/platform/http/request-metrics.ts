import type { FastifyReply, FastifyRequest } from 'fastify';
import { defineCounter, defineHistogram } from '../metrics.ts';

const answered = defineCounter({
  name: 'http_requests_total',
  help: 'Requests answered, by the first digit of the status (2xx, 3xx, 4xx, 5xx)',
  labels: { status: ['2xx', '3xx', '4xx', '5xx'] },
});

const seconds = defineHistogram({
  name: 'http_request_seconds',
  help: 'Time until the answer of a call of the API or a page of a patient begins, by its route. No address is a label: it may contain a token',
  labels: ['route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Calls, and pages of patients; the built files are not among them. */
const MEASURED = /^[/](?:api|fhir|feedback|kiosk|unsubscribe)[/]/;

/** Counts a request whose answer begins now. A stream that stays open for hours, such as that of live events, is not among them. */
export function countRequest(request: FastifyRequest, reply: FastifyReply): void {
  answered.inc({ status: `${Math.floor(reply.statusCode / 100)}xx` });
  const { url } = request.routeOptions;
  if (url && MEASURED.test(url)) seconds.observe({ route: `${request.method} ${url}` }, reply.elapsedTime / 1_000);
}
