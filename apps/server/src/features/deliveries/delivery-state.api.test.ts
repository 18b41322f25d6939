import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../../testing/asked.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import {
  DELIVERY_LIFECYCLE,
  moveDeliveries,
  SITUATIONS,
  type DeliveryEvent,
  type Situation,
} from './delivery-state.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await server.makeApplication();
});
afterAll(() => server.stop());

const EVENTS = Object.keys(DELIVERY_LIFECYCLE) as DeliveryEvent[];
const PAIRS = SITUATIONS.flatMap((from) => EVENTS.map((event) => ({ from, event })));

/** Inserts deliveries in these situations and returns their ids in the same order. */
function insertIn(situations: readonly Situation[]): Promise<number[]> {
  return within(server, hospital, async (tx) => {
    const rows = await tx
      .insertInto('deliveries')
      .values(
        situations.map((situation, index) => ({
          application_id: hospital.id,
          purpose: 'test',
          channel: 'sms',
          fallback_channel: 'email',
          state: situation === 'undelivered' ? 'failed' : situation,
          undelivered: situation === 'undelivered',
          reason: situation === 'suppressed' ? 'asked_lately' : null,
          cause: `pair:${Date.now()}:${Math.random()}:${index}`,
          send_at: NOON,
          text: 'Hello',
          created_at: NOON,
        })),
      )
      .returning('id')
      .execute();
    return rows.map(({ id }) => id);
  });
}

async function situationsOf(ids: readonly number[]): Promise<string[]> {
  const rows = await within(server, hospital, (tx) =>
    tx.selectFrom('deliveries').select(['id', 'state', 'undelivered']).where('id', 'in', ids).execute(),
  );
  const byId = new Map(rows.map(({ id, state, undelivered }) => [id, undelivered ? 'undelivered' : state]));
  return ids.map((id) => byId.get(id) ?? 'gone');
}

const move = (ids: readonly number[], events: readonly DeliveryEvent[]) =>
  within(server, hospital, (tx) =>
    moveDeliveries(
      tx,
      hospital.id,
      ids.map((id, index) => ({ id, event: events[index] as DeliveryEvent, at: NOON, reason: 'replay' })),
    ),
  );

describe('a delivery', () => {
  it('moves in the database as the table says, for every situation and every event', async () => {
    const ids = await insertIn(PAIRS.map(({ from }) => from));
    const moved = await move(
      ids,
      PAIRS.map(({ event }) => event),
    );
    const became = await situationsOf(ids);
    expect(PAIRS.map(({ from, event }, index) => `${from} × ${event} → ${became[index]}`)).toEqual(
      PAIRS.map(({ from, event }) => `${from} × ${event} → ${DELIVERY_LIFECYCLE[event][from] ?? from}`),
    );
    expect([...moved.keys()].length).toBe(PAIRS.filter(({ from, event }) => DELIVERY_LIFECYCLE[event][from]).length);
  });

  it('is sent only from scheduled, and only by being claimed', () => {
    const toSending = PAIRS.filter(({ from, event }) => DELIVERY_LIFECYCLE[event][from] === 'sending');
    expect(toSending).toEqual([
      { from: 'scheduled', event: 'claimed' },
      { from: 'sending', event: 'claimed_again' },
    ]);
  });

  it('that was answered stays answered, whatever is reported later', () => {
    for (const event of EVENTS) expect(DELIVERY_LIFECYCLE[event].answered ?? 'answered').toBe('answered');
  });

  it('that has arrived, or was accepted by its gateway, is never scheduled again automatically', () => {
    for (const event of EVENTS) {
      expect(DELIVERY_LIFECYCLE[event].delivered).not.toBe('scheduled');
      expect(DELIVERY_LIFECYCLE[event].sent).not.toBe('scheduled');
    }
  });

  const results = ['accepted', 'refused', 'retried', 'fell_back', 'switched', 'unanswered', 'interrupted'] as const;
  const reports = ['delivered', 'undelivered', 'answered'] as const;

  it('ends in the same state whether its receipt or our own result is stored first', async () => {
    const pairs = results.flatMap((result) => reports.map((report) => [result, report] as const));
    const [resultFirst, reportFirst] = [
      await insertIn(pairs.map(() => 'sending')),
      await insertIn(pairs.map(() => 'sending')),
    ];
    await move(
      resultFirst,
      pairs.map(([result]) => result),
    );
    await move(
      resultFirst,
      pairs.map(([, report]) => report),
    );
    await move(
      reportFirst,
      pairs.map(([, report]) => report),
    );
    await move(
      reportFirst,
      pairs.map(([result]) => result),
    );
    const [one, other] = [await situationsOf(resultFirst), await situationsOf(reportFirst)];
    const named = (became: string[]) => pairs.map((pair, index) => `${pair.join(' and ')}: ${became[index]}`);
    expect(named(one)).toEqual(named(other));
  });

  it('ends in the same state in whichever order two receipts arrive', async () => {
    const pairs = reports.flatMap((first) => reports.map((second) => [first, second] as const));
    const [forward, backward] = [await insertIn(pairs.map(() => 'sent')), await insertIn(pairs.map(() => 'sent'))];
    await move(
      forward,
      pairs.map(([first]) => first),
    );
    await move(
      forward,
      pairs.map(([, second]) => second),
    );
    await move(
      backward,
      pairs.map(([, second]) => second),
    );
    await move(
      backward,
      pairs.map(([first]) => first),
    );
    expect(await situationsOf(forward)).toEqual(await situationsOf(backward));
  });
});

describe('two transactions that move one delivery at once', () => {
  it('both take effect: the second applies to the result of the first', async () => {
    const [id = 0] = await insertIn(['sending']);
    await within(server, hospital, async (first) => {
      await moveDeliveries(first, hospital.id, [{ id, event: 'undelivered', error: 'Nobody is there.' }]);
      const second = within(server, hospital, (tx) =>
        moveDeliveries(tx, hospital.id, [{ id, event: 'accepted', at: NOON, gateway_message_id: 'GW1' }]),
      );
      await expect.poll(() => countWaiting()).toBeGreaterThan(0);
      // This commits before `waiting` is awaited, because the second continues only after the commit.
      waiting = second;
    });
    await waiting;
    const row = await within(server, hospital, (tx) =>
      tx.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
    );
    expect(row).toMatchObject({
      state: 'failed',
      undelivered: true,
      gateway_message_id: 'GW1',
      last_error: 'Nobody is there.',
      sent_at: NOON,
    });
  });
});

let waiting: Promise<unknown> = Promise.resolve();
async function countWaiting(): Promise<number> {
  const { rows } = await server.ctx.db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
