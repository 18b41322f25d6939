import type { FastifyInstance } from 'fastify';
import { metricsContentType, readMetrics } from '../metrics.ts';

/** /healthz says that the process answers, /metrics is for Prometheus. /readyz is in the readiness slice. */
export function healthRoutes(http: FastifyInstance): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } as const };
  http.get('/healthz', hidden, () => ({ status: 'ok' }));
  http.get('/metrics', hidden, async (_request, reply) => reply.type(metricsContentType).send(await readMetrics()));
}
