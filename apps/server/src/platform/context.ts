import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Gateways } from './gateways/gateway.ts';
import type { KeyRing } from './keys/key-ring.ts';
import type { Log } from './log.ts';
import type { Traces } from './tracing/traces.ts';

/** What every use case is given: everything that outlives a single query. */
export interface Context {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Keys that links, keyed hashes and signatures are made with. */
  readonly keys: KeyRing;
  /** Address at which patients and staff reach this server, without a slash at the end. */
  readonly publicUrl: string;
  readonly gateways: Gateways;
  readonly traces: Traces;
}
