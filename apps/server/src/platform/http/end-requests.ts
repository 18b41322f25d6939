import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** A stop waits for requests in flight for so long; a process has 28 seconds for all that it stops. */
const END_WITHIN_MS = 5_000;
/** A connection that was opened right before the stop has its request by then. */
const FRESH_MS = 250;
const POLL_MS = 25;

/**
 * When the server is closed, what was asked already is answered, on connections that end with the answer; connections without a
 * request are closed soon, and the rest after five seconds. Responses that never end by themselves must be ended in a preClose hook.
 */
export function endRequestsInFlight(http: FastifyInstance): void {
  let inFlight = 0;
  http.server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    inFlight += 1;
    response.once('close', () => (inFlight -= 1));
  });
  http.addHook('preClose', (done) => {
    const begin = performance.now();
    let quietSince = begin;
    const timer = setInterval(() => {
      const now = performance.now();
      if (inFlight > 0) quietSince = now;
      if (now - quietSince < FRESH_MS && now - begin < END_WITHIN_MS) return;
      clearInterval(timer);
      http.server.closeAllConnections();
    }, POLL_MS);
    http.server.once('close', () => clearInterval(timer));
    done();
  });
}
