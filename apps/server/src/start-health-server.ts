import { fastify } from 'fastify';
import { measureWaitingMessages } from './features/intake/index.ts';
import { readinessRoutes, type ReadinessProbe } from './features/readiness/index.ts';
import type { Database } from './platform/db/database.ts';
import { measurePool } from './platform/db/pool-metrics.ts';
import { healthRoutes, metricsRoutes } from './platform/http/health.ts';
import { portOf } from './platform/port-of.ts';

export interface HealthServer {
  port: number;
  close(): Promise<void>;
}

/** How this process is, on a port of its own: /healthz, /readyz and /metrics, whatever its roles. Rejects with EADDRINUSE. */
export async function startHealthServer(
  db: Database,
  readiness: ReadinessProbe,
  listen: { host: string; port: number },
): Promise<HealthServer> {
  const http = fastify({ logger: false, forceCloseConnections: true });
  healthRoutes(http);
  metricsRoutes(http);
  readinessRoutes(http, readiness);
  measureWaitingMessages(db);
  measurePool(db.pool);
  await http.listen(listen);
  return { port: portOf(http.server), close: () => http.close() };
}
