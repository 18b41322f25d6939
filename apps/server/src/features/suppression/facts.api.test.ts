import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { feed, makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { askGateFor } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Patients who are each asked once: more than the rows that the gate needs for one of them, in every table. */
const PATIENTS = 2000;
const MAX_ROWS = 50;

// With 2,000 rows reading all of them is not cheaper any more; it is with 200.
it('reads a few rows of each table about one delivery, however many there are, also before PostgreSQL has statistics', async () => {
  const hospital = await makeAskingApplication(server, { delay: 60 });
  const messages = Array.from({ length: PATIENTS }, (_, n) => ({
    event: 'A03',
    patient: `P${n}`,
    visit: `V${n}`,
    phone: `+4477009${String(n).padStart(5, '0')}`,
  }));
  await feed(server, hospital, ...messages);

  const rowsRead = await within(server, hospital, async (tx) => {
    await tx
      .updateTable('applications')
      .set({ max_messages_per_day: 3, max_messages_per_week: 5 })
      .where('id', '=', hospital.id)
      .execute();
    const deliveries = await tx
      .selectFrom('deliveries')
      .select('id')
      .where('application_id', '=', hospital.id)
      .execute();
    expect(deliveries).toHaveLength(PATIENTS);
    const id = deliveries[PATIENTS / 2]?.id ?? 0;
    const before = await countRowsRead();
    const answers = await askGateFor(tx, hospital.id, [id], server.ctx.clock());
    expect([...answers.keys()]).toEqual([id]);
    const after = await countRowsRead();
    return Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)] as const);

    async function countRowsRead(): Promise<Record<string, number>> {
      const { rows } = await sql<{ table: string; count: number }>`
        select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as count
        from pg_stat_xact_user_tables`.execute(tx);
      return Object.fromEntries(rows.map(({ table, count }) => [table, count]));
    }
  });
  expect(rowsRead.filter(([, count]) => count > MAX_ROWS)).toEqual([]);
  expect(new Map(rowsRead).get('deliveries')).toBeGreaterThan(0);
});
