import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { defineMeasured } from '../metrics.ts';

/** Figures of the connections that calls and jobs of this process share. */
export function measurePool(pool: pg.Pool): void {
  defineMeasured({
    name: 'database_connections',
    help: 'Open connections to the database that calls and jobs of this process share',
    read: async () => pool.totalCount,
  });
  defineMeasured({
    name: 'database_connections_waited_for',
    help: 'Calls and jobs that wait until one of these connections is free',
    async read() {
      // Other figures have just asked for connections, too, and get those that are free before this turn ends.
      await nextTurn();
      return pool.waitingCount;
    },
  });
}
