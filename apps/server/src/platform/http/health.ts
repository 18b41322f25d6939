import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import { metricsContentType, readMetrics } from '../metrics.ts';

/** /healthz: the process answers. /readyz: the database does too, and has our tables. /metrics: for Prometheus. */
export function healthRoutes(http: FastifyInstance, db: Database): void {
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
  http.get('/metrics', hidden, async (_request, reply) => reply.type(metricsContentType).send(await readMetrics()));
}
