import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Scope } from '../scope.ts';
import type { DB } from './schema.gen.ts';

export { isDatabaseAway } from './is-database-away.ts';

export type Tx = Transaction<DB>;

/** Longer than any single statement or pause of ours: refreshing a list of a million takes minutes. */
const MAX_SILENCE_MS = 10 * 60_000;

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

/** Ids and counts stay far below 2^53; a date has no time and so no zone: it stays text. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === INT8 || oid === NUMERIC) return Number;
    if ((oid as number) === INT8_ARRAY)
      return (text: string) =>
        (pg.types.getTypeParser(INT8_ARRAY as number)(text) as (string | null)[]).map((id) =>
          id === null ? null : Number(id),
        );
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

export interface Database {
  readonly pool: pg.Pool;
  /** One transaction in which row-level security shows what the scope may see. Commits before it resolves. */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openDatabase(connectionString: string, log: Log, poolSize = 16): Database {
  const pool = new pg.Pool({
    connectionString,
    max: poolSize,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'wardvoice',
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ code: (error as { code?: string }).code }, 'a database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client);
  });
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  return {
    pool,
    transaction: (scope, work) =>
      kysely.transaction().execute(async (tx) => {
        await tx.executeQuery(setScope(scope));
        return work(tx);
      }),
    close: () => kysely.destroy(),
  };
}

/**
 * Ends a connection on which nothing has moved for MAX_SILENCE_MS. Without it, work that waits for a server which vanished
 * without a word (a pulled cable, a host that hangs) would wait for as long as the kernel does.
 */
function endWhenSilent(client: pg.PoolClient): void {
  // The pool hands out whole clients, and its types name only what a borrower needs of them.
  const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
  stream.setTimeout(MAX_SILENCE_MS, () => stream.destroy(new Error('Connection terminated: the database is silent')));
}

const setScope = (scope: Scope) =>
  scope.applicationId === 'all'
    ? CompiledQuery.raw(`select set_config('wardvoice.all_applications', 'on', true)`)
    : CompiledQuery.raw(`select set_config('wardvoice.application_id', $1, true)`, [String(scope.applicationId ?? '')]);

/** Runs again when two transactions got in each other's way; `work` must be safe to repeat, as all of ours is. */
export async function withRetry<T>(work: () => Promise<T>, attempts = 4): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** attempt * Math.random()));
    }
  }
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** Two added the same at once: next time the second finds what the first added. */
const UNIQUE_VIOLATION = '23505';

function isTransient(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === DEADLOCK || code === SERIALIZATION_FAILURE || code === UNIQUE_VIOLATION;
}

/** A lock that ends with the transaction, by name. */
export async function lockFor(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
