import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Gateways } from './gateways/gateway.ts';
import type { Log } from './log.ts';

/** What the house gives to every use case that outlives a single query. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Derives link tokens and keyed hashes; never stored in the database. */
  readonly secretKey: Buffer;
  /** Where patients and staff reach us, without a slash at the end. */
  readonly publicUrl: string;
  readonly gateways: Gateways;
}
