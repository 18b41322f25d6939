import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Gateways } from './gateways/gateway.ts';
import type { Log } from './log.ts';

/** What every use case is given: everything that outlives a single query. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Key from which link tokens and keyed hashes are derived. It is never stored in the database. */
  readonly secretKey: Buffer;
  /** Address at which patients and staff reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly gateways: Gateways;
}
