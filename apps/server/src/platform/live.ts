import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './db/database.ts';
import { newClient } from './db/hosts/connect.ts';
import type { Log } from './log.ts';
import { codeOf } from './errors.ts';

const CHANNEL = 'wardvoice_live';
const RECONNECT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Tells every web process, at commit, that something of this application has changed. The notification has no content. */
export async function announce(tx: Tx, applicationId: number | null, topics: readonly string[]): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ application: applicationId, topics })})`.execute(tx);
}

export interface LiveEvents {
  /** Returns the function that ends the subscription. */
  subscribe(listener: (applicationId: number | null, topics: readonly string[]) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens for announcements on a connection of its own, and calls the subscribers. Connects again when the connection is lost.
 */
export async function listenLive(connectionString: string, log: Log): Promise<LiveEvents> {
  const events = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | null = null;
  let closed = false;

  async function connect(): Promise<void> {
    const next = newClient({
      connectionString,
      application_name: 'wardvoice live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => {
      const { application, topics } = JSON.parse(payload ?? '{}') as { application: number | null; topics: string[] };
      events.emit('change', application, topics);
    });
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    client = next;
    // Only a connection that was established can be lost. A failed attempt also ends, but whoever made it tries again: if both
    // reacted, each failure would lead to two attempts.
    next.once('end', () => {
      client = null;
      if (!closed) retry();
    });
  }
  function retry(): void {
    setTimeout(() => {
      if (closed) return;
      connect().catch((error: unknown) => {
        log.warn({ code: codeOf(error) }, 'live updates wait for the database');
        retry();
      });
    }, RECONNECT_MS).unref();
  }

  await connect();
  return {
    subscribe(listener) {
      events.on('change', listener);
      return () => events.off('change', listener);
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
