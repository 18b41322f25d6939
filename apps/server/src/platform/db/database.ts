import type { Socket } from 'node:net';
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Scope, SystemReason } from '../scope.ts';
import { newPool } from './hosts/connect.ts';
import type { DB } from './schema.gen.ts';
import { isOfSomeWards } from './within-wards.ts';
import { codeOf } from '../errors.ts';

export { isDatabaseAway } from './is-database-away.ts';

export type Tx = Transaction<DB>;

/**
 * Maximum time without a byte on a connection. It is longer than any statement or pause: refreshing a list of a million contacts
 * takes minutes.
 */
const MAX_SILENCE_MS = 10 * 60_000;

const INT8 = 20;
const INT8_ARRAY = 1016;
const NUMERIC = 1700;
const DATE = 1082;

/** Ids and counts are read as numbers, because they stay far below 2^53. A date has no time zone, so it is read as text. */
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
  /** Runs `work` in one transaction in which row-level security shows what the scope may see. Resolves after the commit. */
  transaction<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The same for a call that only reads: row-level security also hides what is not of the scope's wards. */
  reading<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openDatabase(connectionString: string, log: Log, poolSize = 16): Database {
  const pool = newPool({
    connectionString,
    max: poolSize,
    types,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'wardvoice',
  });
  // The pool replaces an idle connection that breaks when it next needs one. Without a listener the error would end the process.
  pool.on('error', (error) => log.warn({ code: codeOf(error) }, 'a database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client);
  });
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const transaction: Database['transaction'] = (scope, work) =>
    kysely.transaction().execute(async (tx) => {
      await tx.executeQuery(setScope(scope));
      return work(tx);
    });
  return {
    pool,
    transaction,
    reading: (scope, work) =>
      transaction(scope, async (tx) => {
        if (isOfSomeWards(scope)) await showWardsAlone(tx, scope);
        return work(tx);
      }),
    close: () => kysely.destroy(),
  };
}

/**
 * Ends a connection that has been silent for MAX_SILENCE_MS. Otherwise a statement would wait for as long as the kernel does for
 * a server that vanished without closing the connection (a pulled cable, a host that hangs).
 */
function endWhenSilent(client: pg.PoolClient): void {
  // The pool hands out complete clients, but its types name only what a borrower needs.
  const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
  stream.setTimeout(MAX_SILENCE_MS, () => stream.destroy(new Error('Connection terminated: the database is silent')));
}

/**
 * Cost of a second process for one statement, in the planner's units. By default it is started for what takes 50 ms without, and to
 * start it takes as long; this is for what takes a second.
 */
const PARALLEL_SETUP_COST = '20000';

/**
 * Memory for the list of a ward's patients. PostgreSQL hashes a list that fits into it; a larger list is searched anew for each
 * row.
 */
const WARDS_WORK_MEM = '64MB';

function setScope({ applicationId, locations }: Scope): CompiledQuery {
  if (applicationId === 'all') return CompiledQuery.raw(`select set_config('wardvoice.all_applications', 'on', true)`);
  const settings: [name: string, value: string][] = [
    ['wardvoice.application_id', String(applicationId ?? '')],
    ['parallel_setup_cost', PARALLEL_SETUP_COST],
    // What is found first is the same each time, so that the pages of a search that is cut off fit together.
    ['synchronize_seqscans', 'off'],
    ...(locations.length === 0 ? [] : [['work_mem', WARDS_WORK_MEM] satisfies [string, string]]),
  ];
  const each = settings.map(([name], place) => `set_config('${name}', $${place + 1}, true)`);
  return CompiledQuery.raw(
    `select ${each.join(', ')}`,
    settings.map(([, value]) => value),
  );
}

/** The wards of each transaction in which row-level security shows some wards only. */
const wardsShownIn = new WeakMap<Tx, readonly string[]>();

async function showWardsAlone(tx: Tx, { locations }: Pick<Scope, 'locations'>): Promise<void> {
  wardsShownIn.set(tx, locations);
  await sql`select set_config('wardvoice.wards', ${locations}::text[]::text, true)`.execute(tx);
}

/**
 * Runs a rule that must know of every ward, such as the gate, in a transaction that may show the caller's wards only. The caller is
 * shown what it returns, so it must name nobody. No other statement of the transaction may run at the same time.
 */
export async function seeingEveryWard<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const locations = wardsShownIn.get(tx);
  if (!locations) return work();
  await showWardsAlone(tx, { locations: [] });
  wardsShownIn.delete(tx);
  const result = await work();
  await showWardsAlone(tx, { locations });
  return result;
}

/** The transactions whose statements show a few patients each, to somebody of some wards. */
const showingFewIn = new WeakSet<Tx>();

/**
 * Runs statements that show a few patients each, such as those of one page of a list. For somebody of some wards, row-level security
 * looks up each of these patients; it would first read all patients of the wards otherwise, which is faster only for a statement that
 * checks thousands. No other statement of the transaction may run at the same time.
 */
export async function showingFewPatients<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  if (!wardsShownIn.has(tx) || showingFewIn.has(tx)) return work();
  await sql`select set_config('wardvoice.few_patients', 'on', true)`.execute(tx);
  showingFewIn.add(tx);
  const result = await work();
  showingFewIn.delete(tx);
  await sql`select set_config('wardvoice.few_patients', '', true)`.execute(tx);
  return result;
}

/**
 * Runs statements about what belongs to no application, such as the caller's own session, in a transaction of one application. No
 * other statement of the transaction may run at the same time.
 */
export async function seeingAllApplications<T>(tx: Tx, _reason: SystemReason, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('wardvoice.all_applications', 'on', true)`.execute(tx);
  const result = await work();
  await sql`select set_config('wardvoice.all_applications', '', true)`.execute(tx);
  return result;
}

/**
 * Runs `work` again when two transactions conflict (deadlock, serialization failure, unique violation). `work` must be safe to
 * repeat.
 */
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

/**
 * Does the same inside a transaction. The rollback to the savepoint releases what `work` had locked, so the other transaction
 * goes on and this one comes after it. No other statement of the transaction may run at the same time.
 */
export function withRetryInside<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  return withRetry(async () => {
    await sql`savepoint attempt`.execute(tx);
    try {
      const result = await work();
      await sql`release savepoint attempt`.execute(tx);
      return result;
    } catch (error) {
      await sql`rollback to savepoint attempt`.execute(tx);
      throw error;
    }
  });
}

const DEADLOCK = '40P01';
const SERIALIZATION_FAILURE = '40001';
/** Two transactions inserted the same row at once. When it is repeated, the second finds the row of the first. */
const UNIQUE_VIOLATION = '23505';

function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return code === DEADLOCK || code === SERIALIZATION_FAILURE || code === UNIQUE_VIOLATION;
}

/** Takes a lock by its name, and holds it until the transaction ends. */
export async function lockFor(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
