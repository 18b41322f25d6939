import type { FastifyInstance } from 'fastify';
import { defineMeasured } from '../../platform/metrics.ts';
import type { MeasuredFacts, ReadinessProbe } from './read-readiness.ts';

/** /readyz: 200 when every part of this process does its work, else 503; the body says which part does not. */
export function readinessRoutes(http: FastifyInstance, probe: ReadinessProbe): void {
  http.get('/readyz', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) => {
    const readiness = await probe.read();
    return reply.status(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
  const measure = (name: string, help: string, figure: (facts: MeasuredFacts) => number | null) =>
    defineMeasured({
      name,
      help,
      read: async () => {
        const facts = await probe.facts();
        return facts ? (figure(facts) ?? 0) : Number.NaN;
      },
    });
  defineMeasured({
    name: 'database_writable',
    help: '1 when the database has just committed a row of this process; 0 when it cannot be reached, hangs, is full or read-only',
    read: async () => ((await probe.facts()) === null ? 0 : 1),
  });
  measure(
    'deliveries_overdue',
    'Deliveries that should have left a minute ago or more, without those of broadcasts and those on hold; counted up to 100000',
    (facts) => facts.overdueDeliveries,
  );
  measure(
    'deliveries_overdue_oldest_seconds',
    'How late the latest of them is; 0 when none is',
    (facts) => facts.oldestOverdueSeconds,
  );
  measure(
    'sending_on_hold',
    'Applications whose sending is on hold until a person releases it',
    (facts) => facts.onHold,
  );
  measure(
    'jobs_due_oldest_seconds',
    'For how long the oldest job that is due has waited; 0 when none is',
    (facts) => facts.oldestDueJobSeconds,
  );
  measure(
    'messages_waiting_oldest_seconds',
    'For how long the oldest message has waited to be processed; 0 when none waits',
    (facts) => facts.oldestWaitingSeconds,
  );
  measure(
    'destinations_waiting',
    'Messages and answers that wait to be sent to destinations, without those that are paused; counted up to 100000',
    (facts) => facts.destinations.count,
  );
  measure(
    'destinations_waiting_oldest_seconds',
    'For how long the oldest of them has waited; 0 when none waits',
    (facts) => facts.destinations.oldest_seconds,
  );
  measure(
    'destinations_stopped',
    'Destinations whose queue has stopped because a message was given up',
    (facts) => facts.destinations.stopped,
  );
}
