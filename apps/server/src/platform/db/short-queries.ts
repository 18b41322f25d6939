import type pg from 'pg';
import { newClient } from './hosts/connect.ts';

/** Such statements take milliseconds: one that takes longer than this is not going to be answered. */
const QUERY_TIMEOUT_MS = 5_000;

export interface ShortQueries {
  /** Resolves with the rows, or rejects within twice the timeout, whatever state the database is in. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * Opens a connection for small statements that must never wait behind other statements or for a database that hangs, such as
 * heartbeats and the check of readiness. After a failure the connection is closed, and the next statement opens another.
 * Statements run one after the other.
 */
export function createShortQueries(
  connectionString: string,
  name: string,
  { timeoutMs = QUERY_TIMEOUT_MS, seesAllApplications = false } = {},
): ShortQueries {
  let client: pg.Client | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function connect(): Promise<pg.Client> {
    const next = newClient({
      connectionString,
      application_name: name,
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      keepAlive: true,
    });
    next.on('error', () => undefined);
    next.once('end', () => {
      if (client === next) client = null;
    });
    try {
      await next.connect();
      if (seesAllApplications) await next.query(`select set_config('wardvoice.all_applications', 'on', false)`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    return next;
  }

  async function run<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    try {
      client ??= await connect();
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // The end is not awaited: a connection with a running statement is cut, and a database that hangs does not confirm the end.
      client?.end().catch(() => undefined);
      client = null;
      throw error;
    }
  }

  return {
    query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const result = last.then(() => run<Row>(text, values));
      last = result.catch(() => undefined);
      return result;
    },
    async close() {
      await last;
      // The end is not awaited: a database that hangs does not confirm it.
      client?.end().catch(() => undefined);
    },
  };
}
