import type { LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPushGateway } from '../../platform/gateways/push.ts';
import { within } from '../../testing/builders.ts';
import { answering, verifyEvent } from '../../testing/outside/webhook-receiver.ts';
import { startTestServer, type TestApplication, type TestUser } from '../../testing/test-server.ts';
import { listLog, makeWebhook, startWebhookWorld, type WebhookWorld } from '../../testing/webhooks.ts';
import { announceEvents } from './index.ts';

let world: WebhookWorld;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  world = await startWebhookWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  world.receiver.answer = answering(204);
  world.receiver.received.splice(0);
  hospital = await world.server.makeApplication();
  admin = await world.server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

const make = (settings: Partial<Parameters<typeof makeWebhook>[2]> = {}) =>
  makeWebhook(world.server, admin, { url: world.receiver.url, events: ['case.opened'], ...settings });
const call = (...args: Parameters<ReturnType<typeof world.server.as>>) => world.server.as(admin)(...args);
const log = (id: number, query = '') => listLog(world.server, admin, id, query);
const opened = (case_id: number) => ({
  case_id,
  severity: 'high' as const,
  department_id: null,
  feedback_id: null,
  text_id: case_id,
});
const announceCases = (...ids: number[]) =>
  within(world.server, hospital, (tx) => announceEvents(tx, hospital.id, 'case.opened', ids.map(opened), new Date()));

describe('a webhook', () => {
  it('shows its secret once, and stores it encrypted', async () => {
    const { id, secret } = await make();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { body } = await call('GET', `/webhooks/${id}`);
    expect(body.data).toMatchObject({ url: world.receiver.url, events: ['case.opened'], active: true, waiting: 0 });
    expect(JSON.stringify(body)).not.toContain(secret.slice(6));
    const [stored] = await within(world.server, hospital, (tx) => tx.selectFrom('webhooks').select('secret').execute());
    expect(stored?.secret.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
  });

  it.each([
    ['http://receiver.example/hook', 'begins with https://'],
    ['ftp://receiver.example', 'begins with https://'],
    ['https://name:word@receiver.example/', 'without a name'],
    ['https://receiver.example/#part', 'without a name'],
    ['receiver.example', 'begins with https://'],
    ['', 'Enter an address'],
  ])('is not made for the address %s', async (url, why) => {
    const { status, body } = await call('POST', '/webhooks', { webhook: { url, events: ['case.opened'] } });
    expect([status, body.errors.url[0]]).toEqual([422, expect.stringContaining(why)]);
  });

  it('chooses among the events that there are', async () => {
    const refused = await call('POST', '/webhooks', {
      webhook: { url: world.receiver.url, events: ['patient.named'] },
    });
    expect(refused.status).toBe(422);
    const none = await call('POST', '/webhooks', { webhook: { url: world.receiver.url, events: [] } });
    expect(none.body.errors).toEqual({ events: ['Choose at least one event.'] });
  });

  it('is one of twenty at most', async () => {
    for (let made = 0; made < 20; made += 1) await make({ active: false });
    const { status, body } = await call('POST', '/webhooks', {
      webhook: { url: world.receiver.url, events: ['case.opened'] },
    });
    expect([status, body.message]).toEqual([409, expect.stringContaining('at most 20')]);
  });

  it('is changed by its version, audited, and found again by its words', async () => {
    const { id, version } = await make();
    const changed = await call('PUT', `/webhooks/${id}`, {
      webhook: { description: 'Ticket system', events: ['case.opened', 'case.closed'], version },
    });
    expect(changed.body.data).toMatchObject({ description: 'Ticket system', events: ['case.opened', 'case.closed'] });
    expect((await call('PUT', `/webhooks/${id}`, { webhook: { active: false, version } })).status).toBe(409);
    expect((await call('GET', '/webhooks?term=ticket')).body.data).toMatchObject([{ id }]);
    expect((await call('GET', '/webhooks?active=0')).body.data).toEqual([]);
    const entries = (await call('GET', '/audit?record_type=webhooks')).body.data;
    expect(entries.map(({ action }: { action: string }) => action).sort()).toEqual(['create', 'update']);
  });

  it('is deleted with its log, also while something waits', async () => {
    const { id } = await make();
    await announceCases(1);
    expect((await call('DELETE', `/webhooks/${id}`)).status).toBe(200);
    await world.server.runJobs();
    expect([(await call('GET', `/webhooks/${id}`)).status, world.receiver.received]).toEqual([404, []]);
  });

  it('belongs to one application', async () => {
    const { id } = await make();
    await announceCases(1);
    const elsewhere = await world.server.makeApplication();
    const stranger = await world.server.makeUser({ applications: [elsewhere], permissions: ['admin'] });
    const theirs = world.server.as(stranger);
    expect((await theirs('GET', '/webhooks')).body.data).toEqual([]);
    for (const path of [`/webhooks/${id}`, `/webhooks/${id}/events`])
      expect((await theirs('GET', path)).status).toBe(404);
    expect((await theirs('POST', `/webhooks/${id}/test`)).status).toBe(404);
    const own = await makeWebhook(world.server, stranger, { url: world.receiver.url, events: ['case.opened'] });
    await world.server.runJobs();
    expect(world.receiver.received).toHaveLength(1);
    expect(await listLog(world.server, stranger, own.id)).toEqual([]);
  });
});

it('somebody who sees some wards sees that there is a webhook, and neither changes it nor reads what was sent', async () => {
  const { id } = await make();
  const onAsh = await world.server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['ASH'] });
  const theirs = world.server.as(onAsh);
  expect((await theirs('GET', `/webhooks/${id}`)).status).toBe(200);
  const made = await theirs('POST', '/webhooks', { webhook: { url: world.receiver.url, events: ['case.opened'] } });
  expect([made.status, made.body.message]).toEqual([403, expect.stringContaining('told of all wards')]);
  const answers = [
    await theirs('PUT', `/webhooks/${id}`, { webhook: { active: false } }),
    await theirs('GET', `/webhooks/${id}/events`),
    await theirs('POST', `/webhooks/${id}/test`),
    await theirs('POST', `/webhooks/${id}/rotate`, { webhook: {} }),
    await theirs('POST', `/webhooks/${id}/replay`, { webhook: { since: '2026-01-01T00:00:00Z' } }),
    await theirs('DELETE', `/webhooks/${id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
});

describe('what is sent', () => {
  it('is verified by the library of Standard Webhooks', async () => {
    const { id, secret } = await make();
    await announceCases(77);
    await world.server.runJobs();
    const [event] = world.receiver.received;
    expect(event && verifyEvent(secret, event)).toEqual({
      type: 'case.opened',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: opened(77),
    });
    const [logged] = await log(id);
    expect(logged).toMatchObject({ state: 'delivered', attempts: 1, status: 204, answer: '', error: null });
    expect(event?.headers['webhook-id']).toBe(`msg_${logged.message_id}`);
    expect(() => event && verifyEvent(`whsec_${'A'.repeat(43)}=`, event)).toThrow('No matching signature');
    expect(() => event && verifyEvent(secret, { ...event, body: event.body.replace('77', '78') })).toThrow(
      'No matching signature',
    );
  });

  it('is signed with the old secret as well while a new one is brought in, and then no more', async () => {
    const { id, secret } = await make();
    const rotated = await call('POST', `/webhooks/${id}/rotate`, { webhook: { overlap_hours: 1 } });
    const fresh: string = rotated.body.data.secret;
    expect([fresh === secret, rotated.body.data.previous_until]).toEqual([false, expect.any(String)]);
    await announceCases(1);
    await world.server.runJobs();
    const [both] = world.receiver.received;
    for (const one of [secret, fresh]) expect(both && verifyEvent(one, both)).toMatchObject({ type: 'case.opened' });

    await call('POST', `/webhooks/${id}/rotate`, { webhook: { overlap_hours: 0 } });
    await announceCases(2);
    await world.server.runJobs();
    const later = world.receiver.received[1];
    expect(later?.headers['webhook-signature']).not.toContain(' ');
    expect(() => later && verifyEvent(fresh, later)).toThrow('No matching signature');
  });

  it('goes to nobody who has not chosen it, or is off', async () => {
    await make({ events: ['case.closed'] });
    await make({ active: false });
    await announceCases(1);
    const rows = await within(world.server, hospital, (tx) => tx.selectFrom('webhook_events').select('id').execute());
    expect(rows).toEqual([]);
  });

  it('is one row for each event and webhook, written by one statement', async () => {
    const [one, other] = [await make(), await make()];
    await announceCases(...Array.from({ length: 30 }, (_, index) => index + 1));
    await world.server.runJobs();
    expect(world.receiver.received).toHaveLength(60);
    const cases = (await log(one.id, '?per_page=200')).map(({ data }) => data.case_id);
    expect(cases.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(await log(other.id, '?per_page=200')).toHaveLength(30);
  });

  it('is not written when its cause is rolled back', async () => {
    await make();
    const failing = within(world.server, hospital, async (tx) => {
      await announceEvents(tx, hospital.id, 'case.opened', [opened(1)]);
      throw new Error('the case was not opened');
    });
    await expect(failing).rejects.toThrow('not opened');
    await world.server.runJobs();
    expect(world.receiver.received).toEqual([]);
  });
});

describe('the test button', () => {
  it('sends one event now, and shows what came back', async () => {
    const { id, secret } = await make({ active: false });
    world.receiver.answer = answering(200, 'thank you');
    const { status, body } = await call('POST', `/webhooks/${id}/test`);
    expect([status, body.data]).toMatchObject([200, { state: 'delivered', status: 200, answer: 'thank you' }]);
    const [event] = world.receiver.received;
    expect(event && verifyEvent(secret, event)).toMatchObject({ type: 'webhook.test', data: {} });
    expect(await log(id)).toMatchObject([{ type: 'webhook.test', state: 'delivered', attempts: 1 }]);
  });

  it('shows why nothing came back, and what is wrong with an answer, of which 2,000 characters are kept', async () => {
    const { id } = await make();
    world.receiver.answer = answering(500, 'x'.repeat(50_000));
    const { body } = await call('POST', `/webhooks/${id}/test`);
    expect(body.data).toMatchObject({ state: 'failed', status: 500, error: 'The receiver answered 500.' });
    expect(body.data.answer).toBe('x'.repeat(2000));
    world.receiver.answer = (response) => void response.destroy();
    const lost = await call('POST', `/webhooks/${id}/test`);
    expect(lost.body.data).toMatchObject({ state: 'failed', status: null, answer: null });
    expect(lost.body.data.error).toMatch(/^The receiver could not be reached/);
    // A test neither waits nor counts as a failure of the webhook.
    const { data } = (await call('GET', `/webhooks/${id}`)).body;
    expect(data).toMatchObject({ waiting: 0, failed: 0, failing_since: null, active: true });
  });

  it('keeps an answer whose end never comes, and does not follow a redirect', async () => {
    const { id } = await make();
    world.receiver.answer = (response) => {
      response.writeHead(200);
      const write = () => void (response.writable && response.write('z'.repeat(1000), write));
      write();
    };
    expect((await call('POST', `/webhooks/${id}/test`)).body.data).toMatchObject({
      state: 'delivered',
      answer: 'z'.repeat(2000),
    });
    world.receiver.answer = answering(302, '', { location: `${world.receiver.url}/elsewhere` });
    const { body } = await call('POST', `/webhooks/${id}/test`);
    expect([body.data.status, body.data.state, world.receiver.received]).toMatchObject([302, 'failed', { length: 2 }]);
  });
});

describe('sending again', () => {
  it('sends an event under the same webhook-id, so that its receiver may drop the second', async () => {
    const { id } = await make();
    await announceCases(5);
    await world.server.runJobs();
    const [{ id: eventId }] = await log(id);
    const replay = () => call('POST', `/webhooks/${id}/events/${eventId}/replay`);
    expect(await replay()).toMatchObject({ status: 202, body: { data: { state: 'waiting', attempts: 0 } } });
    expect((await replay()).status).toBe(202);
    await world.server.runJobs();
    const ids = world.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it('sends all that was given up since a time, and no test', async () => {
    const { id } = await make();
    world.receiver.answer = answering(500);
    await call('POST', `/webhooks/${id}/test`);
    await announceCases(1, 2, 3);
    await within(world.server, hospital, (tx) =>
      tx.updateTable('webhook_events').set({ state: 'failed' }).where('state', '=', 'waiting').execute(),
    );
    await within(world.server, hospital, (tx) =>
      tx
        .updateTable('webhook_events')
        .set({ happened_at: new Date('2026-01-01') })
        .where('data', '@>', JSON.stringify({ case_id: 1 }))
        .execute(),
    );
    world.receiver.answer = answering(204);
    world.receiver.received.splice(0);
    const since = new Date(Date.now() - 60_000).toISOString();
    const { status, body } = await call('POST', `/webhooks/${id}/replay`, { webhook: { since } });
    expect([status, body.data]).toEqual([202, { events: 2 }]);
    await world.server.runJobs();
    const sent = world.receiver.received.map(({ body: text }) => JSON.parse(text).data.case_id);
    expect(sent.toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(await log(id, '?state=failed')).toMatchObject([{ data: { case_id: 1 } }, { type: 'webhook.test' }]);
  });

  it('is refused while the webhook is off, and for a test', async () => {
    const { id } = await make();
    await call('POST', `/webhooks/${id}/test`);
    const [{ id: eventId }] = await log(id);
    expect((await call('POST', `/webhooks/${id}/events/${eventId}/replay`)).status).toBe(409);
    await call('PUT', `/webhooks/${id}`, { webhook: { active: false } });
    const body = { webhook: { since: '2026-01-01T00:00:00Z' } };
    expect((await call('POST', `/webhooks/${id}/replay`, body)).body.message).toContain('Switch it on first');
  });
});

describe('the hospital’s own network', () => {
  it('is refused when an address is saved, and when a name leads there by the time of the connection', async () => {
    let leadsTo = '203.0.113.9';
    const resolve: LookupFunction = (_name, _options, done) => done(null, [{ address: leadsTo, family: 4 }]);
    const push = createPushGateway({ allowPrivate: false, ca: world.receiver.ca, resolve });
    const server = await startTestServer({ contextOf: (ctx) => ({ ...ctx, gateways: { ...ctx.gateways, push } }) });
    const there = await server.makeApplication();
    const person = await server.makeUser({ applications: [there], permissions: ['admin'] });
    for (const url of ['https://127.0.0.1/hook', 'https://localhost/', 'https://[::1]/', 'https://169.254.169.254/']) {
      const { status, body } = await server.as(person)('POST', '/webhooks', {
        webhook: { url, events: ['case.opened'] },
      });
      expect([url, status, body.errors.url]).toEqual([url, 422, [expect.stringContaining('inside this network')]]);
    }
    const url = world.receiver.url.replace('127.0.0.1', 'receiver.example');
    const { id } = await makeWebhook(server, person, { url, events: ['case.opened'] });
    const moved = { webhook: { url: 'https://10.0.0.1/' } };
    expect((await server.as(person)('PUT', `/webhooks/${id}`, moved)).status).toBe(422);
    leadsTo = '127.0.0.1';
    const { body } = await server.as(person)('POST', `/webhooks/${id}/test`);
    expect(body.data).toMatchObject({
      state: 'failed',
      status: null,
      error: expect.stringContaining('inside this network'),
    });
    expect(world.receiver.received).toEqual([]);
    await server.stop();
    await push.close();
  });
});
