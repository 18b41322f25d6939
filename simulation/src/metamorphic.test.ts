import { afterAll, beforeAll, expect, test } from 'vitest';
import { after, HOUR, MINUTE, NOON } from '../../apps/server/src/testing/asked.ts';
import { makeSurvey, makeTrigger, within } from '../../apps/server/src/testing/builders.ts';
import { OVER_MLLP, type Receiver } from '../../apps/server/src/features/intake/index.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/test-server.ts';
import { createHospitalSender, type OutgoingMessage } from './happenings/hospital-events.ts';
import { createModelHospital } from './model-hospital.ts';
import { createRandom } from './random.ts';
import { startListener } from './simulated-wardvoice.ts';

/**
 * Each test changes a feed in a way that does not change its meaning. The census must stay the same, and the same people must be
 * written to.
 */
let server: TestServer;
let listeners: readonly Receiver[];
let plain: WhatCame;
let made = 0;

const MESSAGES = 120;
const SEED = 5;
const MAX_MS = 120_000;

beforeAll(async () => {
  server = await startTestServer();
  // The first listener files messages at once, the second always files them later.
  listeners = [Infinity, -1].map((busyShare) => startListener(server, busyShare));
  plain = await whatComesOf((feed) => feed);
}, MAX_MS);
afterAll(async () => {
  for (const listener of listeners) await listener.close();
  await server.stop();
});

interface WhatCame {
  census: string[];
  people: string[];
  written: string[];
}

type Feed = OutgoingMessage[];
const random = createRandom(SEED);

/**
 * Sends the same feed from a hospital of its own. `change` sets the order, and `listenerOf` the listener. It is processed
 * together, or message by message: for patients with several stays, that decides when somebody is asked about which.
 */
async function whatComesOf(
  change: (feed: Feed) => Feed,
  { listenerOf = () => 0, isTogether = true }: { listenerOf?: (index: number) => number; isTogether?: boolean } = {},
): Promise<WhatCame> {
  made += 1;
  const sites = [`MAIN${made}`, `SIDE${made}`] as const;
  const application = await server.makeApplication({ country: 'IE', sending_facilities: [...sites] });
  const survey = await makeSurvey(server, application);
  await makeTrigger(server, application, { survey_id: survey.id, delay: 120, channel: 'sms_or_email' });
  const telling = { action: 'send_sms', text: 'Hello from {{hospital}}', filters: { event: ['A01'] } };
  await makeTrigger(server, application, { ...telling, delay: 120 });
  const feed = generateFeed(sites);
  server.setTime(after(3 * HOUR));
  random.begin(1);
  for (const [index, { text }] of change(feed).entries()) {
    const received = await listeners[listenerOf(index)]?.receive(Buffer.from(text), OVER_MLLP);
    expect(received?.code).toBe('AA');
    if (!isTogether) await server.processAll();
  }
  await server.processAll();
  server.setTime(after(30 * HOUR));
  await server.runJobs({ asOf: after(30 * HOUR) });
  return within(server, application, async (tx) => {
    const visits = await tx.selectFrom('visits').selectAll().execute();
    const patients = await tx.selectFrom('patients').selectAll().where('merged_into_id', 'is', null).execute();
    const numberOf = new Map(visits.map((one) => [one.id, one.visit_number ?? one.appointment_number]));
    const deliveries = await tx.selectFrom('deliveries').selectAll().execute();
    return {
      census: visits.map((one) => [numberOf.get(one.id), one.state, one.location, one.on_leave].join(' ')).toSorted(),
      people: patients
        .map((one) => [one.family_name, one.given_name, one.phone, one.email, one.deceased, one.protected].join(' '))
        .toSorted(),
      // The stay is not compared: of two messages that are due at the same time, either may be sent first.
      written: deliveries
        .filter(({ state }) => state === 'sent')
        .map(({ recipient }) => recipient ?? '')
        .toSorted(),
    };
  });
}

function generateFeed(sites: readonly [string, string]): Feed {
  const chance = createRandom(SEED);
  const hospital = createModelHospital(sites, sites);
  const sender = createHospitalSender(hospital, chance, NOON, { meetsAllEvents: false });
  return Array.from({ length: MESSAGES }, (_, index) => {
    chance.begin(index + 1);
    const message = sender.next(after((index + 1) * MINUTE));
    message.acknowledge();
    return message;
  });
}

test('a feed of two days leads to a census and to messages', () => {
  expect(plain.census.length).toBeGreaterThan(10);
  expect(plain.written.length).toBeGreaterThan(3);
});

test(
  'every message repeated changes nothing',
  async () => {
    expect(await whatComesOf((feed) => feed.flatMap((message) => [message, message]))).toEqual(plain);
  },
  MAX_MS,
);

test(
  'the numbers of PID-3 in another order change nothing',
  async () => {
    expect(await whatComesOf((feed) => feed.map(swapNumbers))).toEqual(plain);
  },
  MAX_MS,
);

test(
  'a feed split over two listeners, of which one files later, changes nothing',
  async () => {
    expect(await whatComesOf((feed) => feed, { listenerOf: (index) => ((index * 7) % 3) % 2 })).toEqual(plain);
  },
  MAX_MS,
);

test(
  'the messages of different patients shuffled, each patient’s in their order, change nothing',
  async () => {
    const inOrder = await whatComesOf((feed) => feed, { isTogether: false });
    expect(await whatComesOf(shufflePatients, { isTogether: false })).toEqual(inOrder);
  },
  MAX_MS,
);

const swapNumbers = (message: OutgoingMessage): OutgoingMessage => ({
  ...message,
  text: message.text.split('\r').map(swapInSegment).join('\r'),
});

/** Reverses the repetitions of PID-3. */
function swapInSegment(segment: string): string {
  if (!segment.startsWith('PID|')) return segment;
  const fields = segment.split('|');
  fields[3] = (fields[3] ?? '').split('~').toReversed().join('~');
  return fields.join('|');
}

/**
 * Shuffles patients. Those who occur in one message are kept together, and the first message, which introduces the authorities,
 * stays first.
 */
function shufflePatients([first, ...rest]: Feed): Feed {
  const groupOf = new Map<number, number>();
  const group = (id: number): number => {
    const next = groupOf.get(id) ?? id;
    return next === id ? id : group(next);
  };
  const all = first ? [first, ...rest] : rest;
  for (const { about } of all) {
    const [one, ...others] = about.flatMap(({ id, person }) => [id, person]);
    for (const other of others) if (one !== undefined) groupOf.set(group(other), group(one));
  }
  const queues = new Map<number, Feed>();
  for (const message of rest) {
    const key = group(message.about[0]?.id ?? 0);
    queues.set(key, [...(queues.get(key) ?? []), message]);
  }
  const shuffled: Feed = first ? [first] : [];
  while (queues.size > 0) {
    const key = random.pick([...queues.keys()]);
    const [next, ...later] = queues.get(key) ?? [];
    if (next) shuffled.push(next);
    if (later.length > 0) queues.set(key, later);
    else queues.delete(key);
  }
  return shuffled;
}
