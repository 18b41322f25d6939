import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { defineCounter, defineHistogram, defineMeasured } from '../../platform/metrics.ts';
import { systemScope } from '../../platform/scope.ts';

/** Counting stops here, so that a scrape stays cheap with a backlog. */
const COUNT_CAP = 100_000;

export const receivedMessages = defineCounter({
  name: 'messages_received_total',
  help: 'Messages stored and answered, by way in and acknowledgement (AA, AE, AR; "none" for acknowledgements that came in)',
  labels: { source: ['mllp', 'http', 'file', 'form'], answer: ['AA', 'AE', 'AR', 'none'] },
});

export const commitMessages = defineHistogram({
  name: 'intake_commit_messages',
  help: 'Messages that shared one commit',
  buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000],
});

export const commitSeconds = defineHistogram({
  name: 'intake_commit_seconds',
  help: 'Time from handing messages to the database until they are on disk',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
});

export function measureWaitingMessages(db: Database): void {
  defineMeasured({
    name: 'messages_waiting',
    help: `Stored messages that are not processed yet, of all applications; counted up to ${COUNT_CAP}`,
    read: () =>
      db.transaction(systemScope('message order'), async (tx) => {
        const { rows } = await sql<{ count: number }>`
          select (select count(*) from (select from hl7_messages where state = 'received' limit ${COUNT_CAP}) waiting)
            + (select coalesce(sum(cardinality(ids)), 0) from arrivals) as count`.execute(tx);
        return rows[0]?.count ?? 0;
      }),
  });
}
