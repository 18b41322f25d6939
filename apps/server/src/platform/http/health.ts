import type { FastifyInstance } from 'fastify';
import { metricsContentType, readMetrics } from '../metrics.ts';

const hidden = { schema: { hide: true }, config: { rateLimit: false } as const };

/** /healthz says that the process answers. /readyz is in the readiness slice. */
export function healthRoutes(http: FastifyInstance): void {
  http.get('/healthz', hidden, () => ({ status: 'ok' }));
}

/** /metrics is for Prometheus. */
export function metricsRoutes(http: FastifyInstance): void {
  http.get('/metrics', hidden, async (_request, reply) => reply.type(metricsContentType).send(await readMetrics()));
}
