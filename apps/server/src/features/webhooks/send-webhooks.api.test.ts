import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE, NOON } from '../../testing/asked.ts';
import { within } from '../../testing/builders.ts';
import { countWaiting, openTransaction } from '../../testing/open-transaction.ts';
import { answering, startWebhookReceiver } from '../../testing/outside/webhook-receiver.ts';
import type { TestApplication, TestUser } from '../../testing/test-server.ts';
import { listLog, makeWebhook, startWebhookWorld, type WebhookWorld } from '../../testing/webhooks.ts';
import { systemScope } from '../../platform/scope.ts';
import { evaluateAlarms } from '../alarms/index.ts';
import { claimEvents } from './claim-events.queries.ts';
import { announceEvents, createWebhookSender, forgetWebhookEvents } from './index.ts';

const later = (ms: number) => new Date(NOON.getTime() + ms);

let world: WebhookWorld;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.server.setTime(NOON);
  world.receiver.answer = answering(204);
  world.receiver.received.splice(0);
  // What other tests left waiting is not sent in this one.
  await world.server.ctx.db.transaction(systemScope('example'), (tx) => tx.deleteFrom('webhooks').execute());
  hospital = await world.server.makeApplication();
  await signIn();
});

/** Somebody signs in as an administrator: a session ends after some hours. */
async function signIn() {
  admin = await world.server.makeUser({ applications: [hospital], permissions: ['admin'] });
}
async function goTo(at: Date) {
  world.server.setTime(at);
  await signIn();
}
const make = (url = world.receiver.url) => makeWebhook(world.server, admin, { url, events: ['text.received'] });
const announceTexts = (...ids: number[]) =>
  within(world.server, hospital, (tx) =>
    announceEvents(
      tx,
      hospital.id,
      'text.received',
      ids.map((text_id) => ({ text_id, channel: 'sms' as const, delivery_id: null, patient_id: null })),
      world.server.ctx.clock(),
    ),
  );
const log = (id: number) => listLog(world.server, admin, id);
const shown = async (id: number) => (await world.server.as(admin)('GET', `/webhooks/${id}`)).body.data;
const sentIds = () => world.receiver.received.map(({ body }) => JSON.parse(body).data.text_id as number);
const inOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
/** A process of its own, as far as sending webhooks goes. */
const newWorker = () => createWebhookSender(world.server.ctx);
const claimAsDeadProcess = (now: Date) =>
  world.server.ctx.db.transaction(systemScope('every application'), (tx) =>
    claimEvents(tx, { claim: '4f1c9c39-6d1a-4a8e-9d3e-0d6f1b2a3c4d', limit: 40, now }),
  );

describe('an event that was not accepted', () => {
  it('is tried again after 5 seconds, 5 minutes, 30 minutes and so on under one webhook-id, ten times', async () => {
    const { id } = await make();
    world.receiver.answer = answering(503, 'come back later');
    await announceTexts(1);
    await world.server.runJobs();
    const [first] = await log(id);
    expect(first).toMatchObject({ state: 'waiting', attempts: 1, status: 503, answer: 'come back later' });
    expect(first.error).toBe('The receiver answered 503.');
    const after = Date.parse(first.next_attempt_at) - NOON.getTime();
    expect([after >= 5_000, after <= 6_000]).toEqual([true, true]);

    await world.server.runJobs({ asOf: later(4_000) });
    expect(world.receiver.received).toHaveLength(1);
    // Another event is accepted meanwhile, so the webhook is not one that does nothing but fail.
    let now = NOON;
    for (let attempts = 2; attempts <= 10; attempts += 1) {
      const [event] = await log(id);
      now = new Date(event.next_attempt_at);
      await goTo(now);
      await within(world.server, hospital, (tx) => tx.updateTable('webhooks').set({ failing_since: null }).execute());
      await world.server.runJobs();
      expect((await log(id))[0].attempts).toBe(attempts);
    }
    expect((await log(id))[0]).toMatchObject({ state: 'failed', attempts: 10, next_attempt_at: null });
    expect(new Set(world.receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(now.getTime() - NOON.getTime()).toBeGreaterThan(3 * DAY);
    await goTo(new Date(now.getTime() + 10 * DAY));
    await world.server.runJobs();
    expect(world.receiver.received).toHaveLength(10);
  });

  it('is delivered by a later attempt, which ends the failing of its webhook', async () => {
    const { id } = await make();
    world.receiver.answer = (response) => void response.destroy();
    await announceTexts(1);
    await world.server.runJobs();
    expect(await shown(id)).toMatchObject({ failing_since: NOON.toISOString(), waiting: 1 });
    world.receiver.answer = answering(200);
    await goTo(later(10_000));
    await world.server.runJobs();
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 2, status: 200, error: null }]);
    expect(await shown(id)).toMatchObject({ failing_since: null, waiting: 0 });
  });
});

describe('a webhook', () => {
  it('is switched off at once when its receiver answers 410, and its administrators are told', async () => {
    const { id, version } = await make();
    world.receiver.answer = answering(410, 'moved away');
    await announceTexts(1);
    await world.server.runJobs();
    expect(await shown(id)).toMatchObject({ active: false, off_reason: 'gone', off_at: NOON.toISOString(), failed: 1 });
    expect((await shown(id)).version).toBeGreaterThan(version);
    await announceTexts(2);
    await world.server.runJobs();
    expect(sentIds()).toEqual([1]);

    const alarms = async () => (await world.server.as(admin)('GET', '/alarms?open=1')).body.data;
    await evaluateAlarms(world.server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null });
    expect(await alarms()).toMatchObject([
      {
        kind: 'webhook_off',
        problem: String(id),
        details: { receiver: expect.stringMatching(/^127/), reason: 'gone' },
      },
    ]);
    await world.server.runJobs();
    expect(world.server.gateways.emails.at(-1)?.subject).toMatch(/The webhook to 127\.0\.0\.1:\d+ was switched off/);
    const [entry] = (await world.server.as(admin)('GET', '/audit?record_type=webhooks&action=switch_off')).body.data;
    expect(entry).toMatchObject({ user_name: null, details: { reason: 'gone' } });

    // It closes some minutes after a person has switched the webhook on; what failed can be sent again.
    world.receiver.answer = answering(204);
    await world.server.as(admin)('PUT', `/webhooks/${id}`, { webhook: { active: true } });
    expect(await shown(id)).toMatchObject({ active: true, off_reason: null, off_at: null });
    world.server.setTime(later(6 * MINUTE));
    await evaluateAlarms(world.server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null });
    expect(await alarms()).toEqual([]);
  });

  it('is switched off when it has done nothing but fail for five days, and not before', async () => {
    const { id } = await make();
    world.receiver.answer = answering(500);
    await announceTexts(1);
    await world.server.runJobs();
    await goTo(later(5 * DAY - MINUTE));
    await announceTexts(2);
    await world.server.runJobs();
    expect(await shown(id)).toMatchObject({ active: true, failing_since: NOON.toISOString() });
    await goTo(later(5 * DAY));
    await announceTexts(3);
    await world.server.runJobs();
    expect(await shown(id)).toMatchObject({ active: false, off_reason: 'failing' });
    // What waits is kept, and sent once somebody has switched it on.
    const before = world.receiver.received.length;
    world.receiver.answer = answering(204);
    await goTo(later(7 * DAY));
    await world.server.runJobs();
    expect(world.receiver.received).toHaveLength(before);
    await world.server.as(admin)('PUT', `/webhooks/${id}`, { webhook: { active: true } });
    await world.server.runJobs();
    expect((await log(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('that hangs or is flooded delays no other', async () => {
    const other = await startWebhookReceiver();
    const hanging = await make();
    const open: (() => void)[] = [];
    world.receiver.answer = (response) => void open.push(() => void response.writeHead(204).end());
    await announceTexts(...Array.from({ length: 50 }, (_, index) => index + 1));
    const worker = newWorker();
    const first = worker();
    await world.receiver.until(3);
    // The job ends at once, because a run is under way, which it wakes.
    const fine = await make(other.url);
    await announceTexts(100);
    await worker();
    const until = Date.now() + 8_000;
    // The second receiver has a certificate of its own that nobody trusts here, so its attempt fails at once: it was made.
    while ((await log(fine.id))[0].attempts === 0 && Date.now() < until) await pause(10);
    expect((await log(fine.id))[0]).toMatchObject({ attempts: 1, status: null });
    expect(world.receiver.received).toHaveLength(3);
    world.receiver.answer = answering(204);
    for (const answer of open) answer();
    await first;
    await world.server.runJobs();
    const states = await within(world.server, hospital, (tx) =>
      tx.selectFrom('webhook_events').select('state').distinct().where('webhook_id', '=', hanging.id).execute(),
    );
    expect(states).toEqual([{ state: 'delivered' }]);
    await other.close();
  });
});

describe('several processes', () => {
  it('send each event once', async () => {
    const { id } = await make();
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    await announceTexts(...ids);
    await Promise.all([newWorker()(), newWorker()(), newWorker()()]);
    await world.server.runJobs();
    const outcomes = await within(world.server, hospital, (tx) =>
      tx
        .selectFrom('webhook_events')
        .select(['state', 'attempts', 'error'])
        .distinct()
        .where('webhook_id', '=', id)
        .execute(),
    );
    expect(outcomes).toEqual([{ state: 'delivered', attempts: 1, error: null }]);
    expect(inOrder(sentIds())).toEqual(ids);
  });

  it('leave no event to nobody: who finds another one claiming waits until it has', async () => {
    await make();
    await announceTexts(1, 2, 3, 4);
    const endClaim = await openTransaction(world.server, hospital, (tx) =>
      tx.selectFrom('webhooks').select('id').where('application_id', '=', hospital.id).forNoKeyUpdate().execute(),
    );
    const sending = newWorker()();
    await expect.poll(() => countWaiting(world.server)).toBe(1);
    await endClaim();
    await sending;
    expect(inOrder(sentIds())).toEqual([1, 2, 3, 4]);
  });

  it('go on when the last attempts end while the next events are claimed', async () => {
    const { id } = await make();
    await announceTexts(1, 2, 3, 4);
    const delivered = async () => (await log(id)).filter(({ state }) => state === 'delivered').length;
    const { ctx } = world.server;
    let beginHolding = (): void => undefined;
    const isHeld = new Promise<void>((resolve) => (beginHolding = resolve));
    // Three attempts are under way when more is claimed, so there is no place; the answer comes when all three have ended.
    const transaction: typeof ctx.db.transaction = async (scope, work) => {
      const result = await ctx.db.transaction(scope, work);
      if (Array.isArray(result) && result.length === 0) {
        beginHolding();
        const ended = async () => {
          if ((await delivered()) < 3) throw new Error('not all three have ended');
        };
        await vi.waitFor(ended, { timeout: 30_000 });
      }
      return result;
    };
    const db: typeof ctx.db = Object.assign(Object.create(ctx.db), { transaction });
    world.receiver.answer = (response) => void isHeld.then(() => response.writeHead(204).end());
    await createWebhookSender({ ...ctx, db })();
    expect(await delivered()).toBe(4);
  });

  it('leave the claims of one that died alone for a minute, and then send again under the same webhook-id', async () => {
    const { id } = await make();
    await announceTexts(1);
    // The process dies between its attempt and the record of it.
    const [claimed] = await claimAsDeadProcess(NOON);
    world.server.setTime(later(59_000));
    await newWorker()();
    expect(world.receiver.received).toEqual([]);
    world.server.setTime(later(60_000));
    await newWorker()();
    expect(world.receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${claimed?.message_id}`]);
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  it('do not record over each other, when one comes back after its claim has ended', async () => {
    const { id } = await make();
    await announceTexts(1);
    let answerLate = () => undefined as void;
    world.receiver.answer = (response) => {
      answerLate = () => void response.writeHead(500).end();
    };
    const late = newWorker()();
    await world.receiver.until(1);
    world.receiver.answer = answering(204);
    world.server.setTime(later(61_000));
    // Whichever of the two claims it again: the first may still look for more when the clock moves.
    await newWorker()();
    await expect.poll(() => log(id)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    answerLate();
    await late;
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 1, status: 204 }]);
  });

  it('claim a few events of a webhook at once, and one while it fails', async () => {
    const { id } = await make();
    await announceTexts(1, 2, 3, 4, 5, 6);
    expect([await claimAsDeadProcess(NOON), await claimAsDeadProcess(NOON)].map(({ length }) => length)).toEqual([
      3, 0,
    ]);
    await within(world.server, hospital, (tx) =>
      tx.updateTable('webhooks').set({ failing_since: NOON }).where('id', '=', id).execute(),
    );
    expect(await claimAsDeadProcess(later(61_000))).toHaveLength(1);
  });
});

it('a database that was restored tells nobody, until somebody has released its sending', async () => {
  const { id } = await make();
  const superuser = await world.server.makeUser({ superUser: true });
  await announceTexts(1);
  await within(world.server, hospital, (tx) =>
    tx.insertInto('sending_holds').values({ application_id: hospital.id, reason: 'restored', held_at: NOON }).execute(),
  );
  await world.server.runJobs();
  expect([world.receiver.received, (await log(id))[0].attempts]).toEqual([[], 0]);
  const released = await world.server.as(superuser)('PUT', '/sending_holds', {
    sending_hold: { application_id: hospital.id },
  });
  expect(released.status).toBe(200);
  // The job of the next minute.
  await newWorker()();
  expect(world.receiver.received).toHaveLength(1);
});

it('what is to be sent is found by an index, however long the log is', async () => {
  const { id } = await make();
  await announceTexts(1);
  const { rows } = await world.server.ctx.db.transaction(systemScope('example'), async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return sql<{ 'QUERY PLAN': string }>`explain select from webhook_events e
      where e.webhook_id = ${id} and e.state = 'waiting' and e.due_at <= ${NOON} order by e.due_at, e.id limit 3`.execute(
      tx,
    );
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('webhook_events_webhook_id_due_at_id_idx');
});

it('the log keeps thirty days', async () => {
  const { id } = await make();
  await announceTexts(1);
  await world.server.runJobs();
  await goTo(later(20 * DAY));
  await announceTexts(2);
  await world.server.runJobs();
  await forgetWebhookEvents(world.server.ctx, later(DAY));
  expect((await log(id)).map(({ data }) => data.text_id)).toEqual([2]);
});
