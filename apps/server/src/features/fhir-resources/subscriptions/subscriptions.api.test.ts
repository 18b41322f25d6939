import { fhir } from '@wardvoice/contract';
import type { Parameters } from '@medplum/fhirtypes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../../platform/scope.ts';
import { openTransaction } from '../../../testing/open-transaction.ts';
import { within } from '../../../testing/builders.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { announceEvent } from '../../webhooks/index.ts';
import { makeApiKey } from '../../../testing/api-key.ts';
import {
  BAD_REPLY,
  GOOD_REPLY,
  makeAskingHospital,
  submit,
  type AskingHospital,
} from '../../../testing/asked-patients.ts';
import { fhirClient, problemsOf, type FhirClient } from '../../../testing/fhir/fhir-client.ts';
import { answering } from '../../../testing/outside/webhook-receiver.ts';
import type { Json, TestServer, TestUser } from '../../../testing/test-server.ts';
import { listLog, startWebhookWorld, type WebhookWorld } from '../../../testing/webhooks.ts';

const BASE = 'http://wardvoice.test/fhir/r4';
const CONTENT = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content';

let world: WebhookWorld;
let server: TestServer;
let hospital: AskingHospital;
let admin: TestUser;
let headers: { authorization: string };
let client: FhirClient;

beforeAll(async () => {
  world = await startWebhookWorld();
  server = world.server;
});
beforeEach(async () => {
  world.receiver.answer = answering(204);
  // What other tests left waiting is not sent in this one.
  await server.ctx.db.transaction(systemScope('example'), (tx) => tx.deleteFrom('webhooks').execute());
  hospital = await makeAskingHospital(server);
  admin = await server.makeUser({ applications: [hospital.application], permissions: ['admin'] });
  const permissions = ['webhooks.list', 'webhooks.subscribe', 'feedback.list', 'cases.list'];
  headers = (await makeApiKey(server, admin, { permissions })).headers;
  client = fhirClient(server, headers);
});
afterAll(() => world.stop());

/** Each test has a path of its own at the receiver, so that it counts its own requests. */
let paths = 0;
const ownUrl = () => `${world.receiver.url}/${(paths += 1)}`;

const wanted = (topic: string, url: string, more: Json = {}): Json => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'Tell the ward’s board',
  criteria: `${BASE}/SubscriptionTopic/${topic}`,
  channel: { type: 'rest-hook', endpoint: url, payload: fhir.FHIR_MEDIA, ...more },
});

async function subscribe(topic: string, more: Json = {}): Promise<number> {
  const { status, body } = await client.post('Subscription', wanted(topic, ownUrl(), more));
  expect([status, body.status]).toEqual([201, 'requested']);
  return Number(body.id);
}

/** Sends what waits, and returns the notifications that came since the last time. */
async function received(): Promise<Json[]> {
  const before = world.receiver.received.length;
  await server.runJobs();
  return world.receiver.received.slice(before).map(({ headers: sent, body }) => ({ sent, bundle: JSON.parse(body) }));
}

const statusIn = ({ entry }: Json): Parameters => entry[0].resource;
const valueOf = (parameters: Parameters, name: string): unknown => {
  const { name: _name, ...value } = parameters.parameter?.find((one) => one.name === name) ?? {};
  return Object.values(value)[0];
};
const eventsIn = (bundle: Json): Json[] =>
  (statusIn(bundle).parameter ?? [])
    .filter(({ name }) => name === 'notification-event')
    .map(({ part = [] }) =>
      Object.fromEntries(
        part.map(({ name, valueString, valueInstant, valueReference }) => [
          name,
          valueString ?? valueInstant ?? valueReference?.reference,
        ]),
      ),
    );
const answer = async (reply = GOOD_REPLY) =>
  expect((await submit(server, hospital, (await hospital.ask()).token, reply)).status).toBe(201);
const statusOf = async (id: number): Promise<string> => (await client.get(`Subscription/${id}`)).body.status;

describe('a subscription', () => {
  it('is told of answers, by number and address, once its endpoint has accepted the handshake', async () => {
    const id = await subscribe('answered', { header: ['Authorization: Bearer ward-board', 'X-Site:  north'] });
    await answer();
    const [handshake, notification] = await received();
    expect(handshake?.sent).toMatchObject({
      'content-type': 'application/fhir+json',
      authorization: 'Bearer ward-board',
      'x-site': 'north',
    });
    const first = statusIn(handshake?.bundle);
    expect(['type', 'status', 'events-since-subscription-start'].map((name) => valueOf(first, name))).toEqual([
      'handshake',
      'requested',
      '1',
    ]);
    const { bundle } = notification ?? {};
    expect([handshake?.bundle, bundle].flatMap(problemsOf)).toEqual([]);
    const told = statusIn(bundle);
    expect(['subscription', 'topic', 'type', 'status'].map((name) => valueOf(told, name))).toEqual([
      { reference: `${BASE}/Subscription/${id}` },
      `${BASE}/SubscriptionTopic/answered`,
      'event-notification',
      'active',
    ]);
    const [event] = eventsIn(bundle);
    expect(event).toMatchObject({ 'event-number': '1', focus: expect.stringContaining('/QuestionnaireResponse/') });
    expect(bundle.entry[1]).toMatchObject({ fullUrl: event?.focus, request: { method: 'POST' } });
    const read = await client.get(String(event?.focus).slice(`${BASE}/`.length));
    expect([read.status, read.body.status]).toEqual([200, 'completed']);
    expect(await statusOf(id)).toBe('active');
  });

  it('is not told before that: what happens meanwhile waits, and comes then', async () => {
    world.receiver.answer = answering(503);
    const id = await subscribe('answered');
    await answer();
    await answer();
    const first = await received();
    expect(first.map(({ bundle }) => valueOf(statusIn(bundle), 'type'))).toEqual(['handshake']);
    expect(await statusOf(id)).toBe('requested');
    world.receiver.answer = answering(200);
    const [log] = await listLog(server, admin, id, '?state=waiting');
    expect(log).toBeDefined();
    const handshake = (await listLog(server, admin, id)).find(({ type }) => type === 'subscription.handshake');
    await server.as(admin)('POST', `/webhooks/${id}/events/${handshake?.id}/replay`);
    const then = await received();
    expect(then.map(({ bundle }) => eventsIn(bundle).map((event) => event['event-number']))).toEqual([
      [],
      [expect.any(String)],
      [expect.any(String)],
    ]);
    const numbers = then.flatMap(({ bundle }) => eventsIn(bundle).map((event) => event['event-number']));
    expect(new Set(numbers)).toEqual(new Set(['1', '2']));
  });

  it('of cases is told of those that open, or of what becomes of them', async () => {
    await subscribe('case-opened');
    const changed = await subscribe('case-changed');
    await answer(BAD_REPLY);
    const opened = (await received()).flatMap(({ bundle }) => eventsIn(bundle));
    expect(opened).toMatchObject([{ 'event-number': '1', focus: expect.stringContaining('/Task/') }]);
    const [caseId] = (await client.ids('Task')).slice(-1);
    await server.as(admin)('PUT', `/cases/${caseId}`, { case: { action: 'claim' } });
    const [claimed] = await received();
    expect(valueOf(statusIn(claimed?.bundle), 'subscription')).toEqual({
      reference: `${BASE}/Subscription/${changed}`,
    });
    expect(claimed?.bundle.entry[1].request).toEqual({ method: 'PUT', url: `Task/${caseId}` });
  });

  it('with the content empty is told that something happened, and not what', async () => {
    await subscribe('answered', { _payload: { extension: [{ url: CONTENT, valueCode: 'empty' }] } });
    await answer();
    const [, notification] = await received();
    expect(notification?.bundle.entry).toHaveLength(1);
    expect(eventsIn(notification?.bundle)).toEqual([{ 'event-number': '1', timestamp: expect.any(String) }]);
  });

  it('reads again what it has missed, by the numbers of the events', async () => {
    const id = await subscribe('answered');
    for (const reply of [GOOD_REPLY, GOOD_REPLY, BAD_REPLY]) await answer(reply);
    const numbers = async (query: string) =>
      eventsIn((await client.get(`Subscription/${id}/$events${query}`)).body).map((event) => event['event-number']);
    expect(await numbers('')).toEqual(['1', '2', '3']);
    expect(await numbers('?eventsSinceNumber=2')).toEqual(['2', '3']);
    expect(await numbers('?eventsSinceNumber=2&eventsUntilNumber=2')).toEqual(['2']);
    const { body } = await client.get(`Subscription/${id}/$status`);
    expect(valueOf(body.entry[0].resource, 'events-since-subscription-start')).toBe('3');
    expect((await client.get(`Subscription/${id}/$events?eventsSinceNumber=x`)).status).toBe(400);
  });

  it('numbers answers that come at the same time without a gap', async () => {
    const id = await subscribe('answered');
    await received();
    await Promise.all([answer(), answer(), answer(), answer(), answer()]);
    const { body } = await client.get(`Subscription/${id}/$events`);
    expect(eventsIn(body).map((event) => event['event-number'])).toEqual(['1', '2', '3', '4', '5']);
  });

  it('keeps nobody waiting: others are told while an answer is being stored', async () => {
    await subscribe('case-opened');
    await received();
    const opened = { case_id: 1, severity: 'high', department_id: null, feedback_id: 1, text_id: null } as const;
    const announceCase = (tx: Tx) => announceEvent(tx, hospital.application.id, 'case.opened', opened);
    await within(server, hospital.application, announceCase);
    const endStoring = await openTransaction(server, hospital.application, announceCase);
    expect((await received()).flatMap(({ bundle }) => eventsIn(bundle))).toMatchObject([{ 'event-number': '1' }]);
    await endStoring();
    expect((await received()).flatMap(({ bundle }) => eventsIn(bundle))).toMatchObject([{ 'event-number': '2' }]);
  });

  it('is listed, read without its headers, and deleted by whoever may', async () => {
    const id = await subscribe('answered', { header: ['Authorization: Bearer secret-of-the-board'] });
    const { body } = await client.get('Subscription');
    expect(body).toMatchObject({ type: 'searchset', total: 1 });
    expect(body.entry[0].resource).toMatchObject({ id: String(id), reason: 'Tell the ward’s board' });
    expect(JSON.stringify(body)).not.toContain('secret-of-the-board');
    const remove = () => server.http.inject({ method: 'DELETE', url: `/fhir/r4/Subscription/${id}`, headers });
    const deleted = await remove();
    expect([deleted.statusCode, deleted.json().resourceType]).toEqual([200, 'OperationOutcome']);
    expect((await remove()).statusCode).toBe(404);
    expect((await client.get(`Subscription/${id}`)).status).toBe(404);
    // FHIR knows no empty list.
    expect((await client.get('Subscription')).body).not.toHaveProperty('entry');
  });

  it('of a receiver that wants no more is an error, and begins anew with a handshake when a person switches it on', async () => {
    const id = await subscribe('answered');
    await received();
    world.receiver.answer = answering(410);
    await answer();
    await received();
    const { body } = await client.get(`Subscription/${id}`);
    expect(body).toMatchObject({ status: 'error', error: expect.stringContaining('410') });
    world.receiver.answer = answering(204);
    await server.as(admin)('PUT', `/webhooks/${id}`, { webhook: { active: true } });
    expect(await statusOf(id)).toBe('requested');
    const [handshake] = await received();
    expect(valueOf(statusIn(handshake?.bundle), 'type')).toBe('handshake');
    expect(await statusOf(id)).toBe('active');
  });
});

describe('people', () => {
  it('see a subscription among the webhooks, try it, and cannot give it other events', async () => {
    const id = await subscribe('case-changed');
    const { body } = await server.as(admin)('GET', `/webhooks/${id}`);
    expect(body.data).toMatchObject({ topic: 'case-changed', events: ['case.moved', 'case.closed'], created_by: null });
    await received();
    const before = world.receiver.received.length;
    expect((await server.as(admin)('POST', `/webhooks/${id}/test`)).body.data).toMatchObject({ state: 'delivered' });
    const test = JSON.parse(world.receiver.received[before]?.body ?? '{}');
    expect(valueOf(statusIn(test), 'type')).toBe('handshake');
    const refused = await server.as(admin)('PUT', `/webhooks/${id}`, { webhook: { events: ['text.received'] } });
    expect([refused.status, refused.body.errors.events]).toEqual([422, [expect.stringContaining('topic')]]);
  });

  it('who change its address have the new one asked first, and do not get to see what was meant for the old one', async () => {
    const id = await subscribe('answered', { header: ['Authorization: Bearer of-the-board'] });
    expect((await received())[0]?.sent.authorization).toBe('Bearer of-the-board');
    await server.as(admin)('PUT', `/webhooks/${id}`, { webhook: { url: ownUrl() } });
    expect(await statusOf(id)).toBe('requested');
    const [handshake] = await received();
    expect(handshake?.sent).not.toHaveProperty('authorization');
    expect(await statusOf(id)).toBe('active');
  });
});

describe('refused is', () => {
  it.each([
    ['another topic', { criteria: 'Observation?code=1' }, 'SubscriptionTopic/case-opened'],
    ['a filter', { _criteria: { extension: [{ url: 'x' }] } }, 'Filters'],
    ['another status', { status: 'active' }, 'requested'],
    ['an end', { end: '2027-01-01T00:00:00Z' }, 'no end'],
    ['another channel', { channel: { type: 'websocket', endpoint: 'https://board.example/x' } }, 'rest-hook'],
    ['http', { channel: { type: 'rest-hook', endpoint: 'http://board.example/x' } }, 'https://'],
    [
      'the content of resources',
      {
        channel: {
          type: 'rest-hook',
          endpoint: 'https://board.example/x',
          _payload: { extension: [{ url: CONTENT, valueCode: 'full-resource' }] },
        },
      },
      'id-only',
    ],
    [
      'a header that says how the request is sent',
      { channel: { type: 'rest-hook', endpoint: 'https://board.example/x', header: ['Content-Length: 3'] } },
      'set by Wardvoice',
    ],
    [
      'a header in two lines',
      { channel: { type: 'rest-hook', endpoint: 'https://board.example/x', header: ['X-A: 1\r\nHost: x'] } },
      'Name: value',
    ],
  ])('%s', async (_what, change, says) => {
    const { status, body } = await client.post('Subscription', { ...wanted('answered', ownUrl()), ...change });
    expect([status, body.issue[0].diagnostics]).toEqual([422, expect.stringContaining(says)]);
  });

  it('a key without the permission, or of some wards, and one of another hospital finds nothing', async () => {
    const id = await subscribe('answered');
    const reader = await makeApiKey(server, admin, { permissions: ['webhooks.list'] });
    const ofWard = await makeApiKey(server, admin, {
      permissions: ['webhooks.list', 'webhooks.subscribe'],
      locations: ['ASH'],
    });
    for (const { headers: theirs } of [reader, ofWard]) {
      const { status } = await fhirClient(server, theirs).post('Subscription', wanted('answered', ownUrl()));
      expect(status).toBe(403);
    }
    expect((await fhirClient(server, ofWard.headers).get(`Subscription/${id}/$events`)).status).toBe(403);
    const neighbour = await server.makeApplication();
    const curious = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    const other = await makeApiKey(server, curious, { permissions: ['webhooks.list', 'webhooks.subscribe'] });
    for (const path of [`Subscription/${id}`, `Subscription/${id}/$status`, `Subscription/${id}/$events`])
      expect((await fhirClient(server, other.headers).get(path)).status).toBe(404);
  });

  it('a change: a subscription is made anew', async () => {
    const id = await subscribe('answered');
    const answered = await server.http.inject({
      method: 'PUT',
      url: `/fhir/r4/Subscription/${id}`,
      headers: { ...headers, 'content-type': 'application/fhir+json' },
      payload: JSON.stringify(wanted('answered', ownUrl())),
    });
    expect([answered.statusCode, answered.headers.allow]).toEqual([405, 'GET, HEAD, POST, DELETE']);
  });
});
