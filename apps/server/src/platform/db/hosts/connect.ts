import { callbackify } from 'node:util';
import pg from 'pg';
import { readDatabaseAddress, type DatabaseHost } from './database-address.ts';
import { createPrimaryFinder, createProbe, type PrimaryBehind, type PrimaryFinder } from './primary-finder.ts';

/** Every connection to the database is made by one of these two functions, so that each finds the machine that accepts writes. */
export const newClient = (config: pg.ClientConfig & { connectionString: string }): pg.Client => {
  const { Client, connectionString } = readConnection(config.connectionString);
  return new Client({ ...config, connectionString });
};

export const newPool = (config: pg.PoolConfig & { connectionString: string }): pg.Pool =>
  new pg.Pool({ ...config, ...readConnection(config.connectionString) });

/** One finder for all connections of this thread to the same machines. */
const finders = new Map<string, { finder: PrimaryFinder; Client: typeof pg.Client }>();

/** Returns the machine that accepts writes and lacks commits, of any database of this thread; null: there is none. */
export function findBehind(): PrimaryBehind | null {
  for (const { finder } of finders.values()) if (finder.behind()) return finder.behind();
  return null;
}

function readConnection(text: string): { connectionString: string; Client: typeof pg.Client } {
  const address = readDatabaseAddress(text);
  if (!address || address.hosts.length === 1) return { connectionString: address?.url.href ?? text, Client: pg.Client };
  const connectionString = address.url.href;
  let known = finders.get(text);
  if (!known) {
    const finder = createPrimaryFinder(address.hosts, createProbe({ connectionString }));
    known = { finder, Client: clientOf(finder) };
    finders.set(text, known);
  }
  return { connectionString, Client: known.Client };
}

/** A client of node-postgres that connects to the machine that the finder names, and makes sure that it accepts writes. */
function clientOf(finder: PrimaryFinder): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      if (!callback) return this.connectToPrimary();
      // The pool passes a callback, which gets null where there is no error.
      const connect = callbackify(() => this.connectToPrimary());
      connect(callback);
    }

    private async connectToPrimary(): Promise<this> {
      const host = await finder.find();
      this.host = host.host;
      this.port = host.port;
      // Whoever asked for the connection listens when it is open; one that breaks before that must not end the process.
      this.on('error', () => undefined);
      const { stream } = this.connection;
      // It is watched from the beginning, because a machine may be replaced while it hangs in the middle of connecting.
      const forget = finder.watch({
        to: host,
        cut: () => stream.destroy(new Error('Connection terminated: another host of the database has taken over')),
      });
      try {
        await super.connect();
        await this.refuseReadOnly(host);
      } catch (error) {
        forget();
        finder.forget(host);
        super.end().catch(() => undefined);
        throw error;
      }
      this.once('end', forget);
      return this;
    }

    private async refuseReadOnly({ host, port }: DatabaseHost): Promise<void> {
      const { rows } = await this.query<{ is_standby: boolean }>(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as is_standby`,
      );
      if (rows[0]?.is_standby) throw new ReadOnlyHost(host, port);
    }
  };
}

class ReadOnlyHost extends Error {
  /** The code of PostgreSQL for a write in a read-only transaction. */
  readonly code = '25006';

  constructor(host: string, port: number) {
    super(`The host ${host}:${port} in DATABASE_URL accepts no writes any more`);
  }
}
