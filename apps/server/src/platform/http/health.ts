import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Database } from '../db/database.ts';

/** /healthz: the process answers. /readyz: the database does too, and has our tables. /metrics: for Prometheus. */
export function healthRoutes(http: FastifyInstance, db: Database): void {
  if (!register.getSingleMetric('process_cpu_seconds_total')) collectDefaultMetrics({ register });
  const hidden = { schema: { hide: true } as never, config: { rateLimit: false } as const };
  http.get('/healthz', hidden, () => ({ status: 'ok' }));
  http.get('/readyz', hidden, async (_request, reply) => {
    try {
      await db.pool.query('select 1 from applications limit 1');
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'the database is not reachable, or not migrated' });
    }
  });
  http.get('/metrics', hidden, async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
}
