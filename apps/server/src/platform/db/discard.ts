import type { Scope } from '../scope.ts';
import type { Database, Tx } from './database.ts';

/** Ends a transaction whose work succeeded and is not to be kept. */
class Discarded extends Error {
  readonly resolve: () => void;

  constructor(resolve: () => void) {
    super('the work of this transaction is not kept');
    this.resolve = resolve;
  }
}

/**
 * Runs `work` in a transaction that is always rolled back, and returns its result: what the work would have done is known, and
 * nothing of it is stored, sent or announced. Numbers of sequences are used up, as by any transaction that fails.
 */
export function discarding<T>(db: Database, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    db.transaction(scope, async (tx) => {
      const result = await work(tx);
      throw new Discarded(() => resolve(result));
    }).catch((error: unknown) => (error instanceof Discarded ? error.resolve() : reject(error)));
  });
}
