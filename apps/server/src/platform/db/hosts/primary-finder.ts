import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseHost } from './database-address.ts';

/**
 * How often all machines are asked which is the primary. Not only the present one: a machine that hung may be replaced, and answer
 * again as the primary that it believes to be, before the next question.
 */
const CHECK_EVERY_MS = 2_000;
/** Time for a machine to say what it is. */
const PROBE_TIMEOUT_MS = 3_000;
/** When one accepts writes, the others have this long to say that they do as well. */
const OTHERS_WAIT_MS = 250;

/** SQL: the timeline of a machine that accepts writes, from the name of its WAL file (PostgreSQL 18, 9.28.3). */
export const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;

/** A connection that is open, by what the finder needs of it. */
export interface OpenConnection {
  readonly to: DatabaseHost;
  /** Ends it at once, without a word to a machine that may not answer. */
  cut(): void;
}

export interface PrimaryFinder {
  /** Returns the machine that accepts writes. Rejects with a code that counts as "the database is away" when there is none. */
  find(): Promise<DatabaseHost>;
  /** Forgets the machine, because a connection to it failed or found it read-only. */
  forget(host: DatabaseHost): void;
  /** From now on the connection is cut when another machine takes over. Returns the function that ends that. */
  watch(connection: OpenConnection): () => void;
  /** Returns that the only machine that accepts writes lacks commits, as of the last search; null: it does not, or there is none. */
  behind(): PrimaryBehind | null;
}

interface Standing {
  host: DatabaseHost;
  isPrimary: boolean;
  /** Number of takeovers before it. Of two machines that both accept writes, the one with more was promoted last. */
  timeline: number;
}

/**
 * Finds which of several machines accepts writes, and notices when another takes over. A machine that was cut off or stopped does
 * not close its connections, so they are cut here as soon as another machine accepts writes.
 */
export function createPrimaryFinder(hosts: readonly DatabaseHost[], probe: Probe): PrimaryFinder {
  let primary: DatabaseHost | null = null;
  /** The highest timeline that a machine had. One with a lower timeline was replaced, whatever it believes itself. */
  let timeline = 0;
  let behind: PrimaryBehind | null = null;
  let searching: Promise<DatabaseHost> | null = null;
  let checking: NodeJS.Timeout | null = null;
  const open = new Set<OpenConnection>();

  async function ask(): Promise<DatabaseHost> {
    const found = await findWritable(hosts, probe);
    behind = found && found.timeline < timeline ? new PrimaryBehind(found, timeline) : null;
    if (!found || behind) {
      primary = null;
      throw behind ?? new NoPrimary(hosts);
    }
    primary = found.host;
    timeline = found.timeline;
    for (const connection of open) if (connection.to !== primary) connection.cut();
    return primary;
  }
  const search = (): Promise<DatabaseHost> => {
    searching ??= ask().finally(() => {
      searching = null;
    });
    return searching;
  };

  function checkLater(): void {
    if (open.size === 0) {
      checking = null;
      return;
    }
    checking = setTimeout(
      () =>
        void search()
          .catch(() => undefined)
          .finally(checkLater),
      CHECK_EVERY_MS,
    ).unref();
  }

  return {
    find: () => (primary ? Promise.resolve(primary) : search()),
    forget(host) {
      if (primary === host) primary = null;
    },
    watch(connection) {
      open.add(connection);
      if (!checking) checkLater();
      return () => void open.delete(connection);
    },
    behind: () => behind,
  };
}

/** Asks one machine what it is. Rejects when it does not answer in time. */
export type Probe = (host: DatabaseHost) => Promise<Standing>;

/** Makes a probe that signs in as these options say. */
export function createProbe(config: pg.ClientConfig, Client = pg.Client): Probe {
  return async (host) => {
    const client = new Client({
      ...config,
      application_name: 'wardvoice primary',
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    });
    client.host = host.host;
    client.port = host.port;
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ is_primary: boolean; timeline: number }>(
        `select is_primary, case when is_primary then ${TIMELINE} else 0 end as timeline
        from (select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as is_primary) asked`,
      );
      const [answer] = rows;
      return { host, isPrimary: answer?.is_primary === true, timeline: answer?.timeline ?? 0 };
    } finally {
      // The end is not awaited: a machine that hangs does not confirm it.
      client.end().catch(() => undefined);
    }
  };
}

/** Returns the machine that accepts writes and was promoted last, as soon as one says so and the others had a moment. */
async function findWritable(hosts: readonly DatabaseHost[], probe: Probe): Promise<Standing | null> {
  const primaries: Standing[] = [];
  const asked = hosts.map(async (host) => {
    const standing = await probe(host);
    if (!standing.isPrimary) throw new Error('it does not accept writes');
    primaries.push(standing);
  });
  const first = Promise.any(asked).then(
    () => pause(OTHERS_WAIT_MS, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([first, Promise.allSettled(asked)]);
  return primaries.toSorted((one, other) => other.timeline - one.timeline)[0] ?? null;
}

/** No machine accepts writes at present. */
class NoPrimary extends Error {
  /** The code of PostgreSQL for "cannot connect now". */
  readonly code = '57P03';

  constructor(hosts: readonly DatabaseHost[]) {
    super(`None of the ${hosts.length} hosts in DATABASE_URL accepts writes at present`);
  }
}

/**
 * The machine that accepts writes was replaced once, and lacks what was committed at its successor. It may be about to step down, or
 * the cluster's manager has given the lead back to it, and the commits are lost. Nobody writes to it, because that would hide the loss.
 */
export class PrimaryBehind extends Error {
  /** The code of PostgreSQL for "cannot connect now". */
  readonly code = '57P03';
  /** The timeline that was in use when it had been replaced. */
  readonly seen: number;

  constructor({ host, timeline }: Standing, seen: number) {
    super(
      `The database at ${host.host}:${host.port} accepts writes, but lacks what was committed after another had taken over ` +
        `(its timeline is ${timeline}, ${seen} was in use). docs/runbook.md, "The database lacks commits", says what to do.`,
    );
    this.seen = seen;
  }
}
