import { wrapFrame } from '@wardvoice/hl7';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../testing/asked.ts';
import { feed, within } from '../../testing/builders.ts';
import { systemScope } from '../../platform/scope.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { makeAuthority } from '../../testing/outside/make-certificate.ts';
import { acknowledging, startMllpReceiver, type MllpReceiver } from '../../testing/outside/mllp-receiver.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { evaluateAlarms } from '../alarms/index.ts';
import { createDestinationSender, forgetForwarded } from './index.ts';
import { sendToDestination } from './send-to-destination.ts';
import { beginHead, claimDestination } from './sending.queries.ts';

let server: TestServer;
let receiver: MllpReceiver;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  receiver = await startMllpReceiver();
  // What other tests left waiting is not sent in this one.
  await server.ctx.db.transaction(systemScope('example'), (tx) => tx.deleteFrom('destinations').execute());
  hospital = await server.makeApplication();
  await signIn();
});
afterEach(() => receiver.close());

/** A session ends after some hours, so somebody signs in anew when the clock was set. */
async function signIn() {
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
}
const call = (...args: Parameters<ReturnType<typeof server.as>>) => server.as(admin)(...args);
async function make(settings: Json = {}): Promise<number> {
  const { status, body } = await call('POST', '/destinations', {
    destination: {
      name: 'Laboratory',
      host: '127.0.0.1',
      port: receiver.port,
      tls: false,
      answer_seconds: 1,
      ...settings,
    },
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.data.id;
}
const shown = async (id: number): Promise<Json> => (await call('GET', `/destinations/${id}`)).body.data;
/** The log of a destination, oldest first. */
const log = async (id: number): Promise<Json[]> =>
  (await call('GET', `/destinations/${id}/messages`)).body.data.toReversed();
const states = async (id: number) => (await log(id)).map(({ state }) => state);
/** Sets the clock to when the head of the queue is due, and sends. */
async function untilNextAttempt(id: number) {
  const next = (await log(id)).find(({ state }) => state === 'waiting')?.next_attempt_at;
  server.setTime(new Date(next));
  await signIn();
  await server.runJobs();
}

describe('a message that was processed', () => {
  it('reaches its destination byte for byte', async () => {
    const id = await make();
    const message = adt({ facility: hospital.facility, controlId: 'K1', family: 'Óraíonn' });
    await server.receive(message);
    await server.processAll();
    await server.runJobs();
    expect(receiver.received.map(String)).toEqual([message]);
    expect(await log(id)).toMatchObject([{ state: 'sent', answer: 'AA', attempts: 1, message_control_id: 'K1' }]);
    expect(await shown(id)).toMatchObject({ waiting: 0, failed: 0, oldest_at: null });
  });

  it('is sent in the order of acknowledgement, ignored ones among them', async () => {
    await make();
    await feed(
      server,
      hospital,
      { controlId: 'K1' },
      { controlId: 'K2', event: 'A51' },
      { controlId: 'K3', event: 'A08' },
    );
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K1', 'K2', 'K3']);
  });

  it('goes only where its type and its ward are wanted, and to no other hospital', async () => {
    const discharges = await make({ message_types: ['ADT^A03'] });
    const ward = await make({ message_types: ['ADT'], wards: ['W7'] });
    const other = await server.makeApplication();
    await feed(server, other, { controlId: 'THEIRS', ward: 'W7' });
    await feed(server, hospital, { controlId: 'K1', ward: 'W7' }, { controlId: 'K2', event: 'A03', ward: 'W8' });
    const ids = async (id: number) => (await log(id)).map((queued) => queued.message_control_id);
    expect([await ids(discharges), await ids(ward)]).toEqual([['K2'], ['K1']]);
  });

  it('is queued once, though it is processed again', async () => {
    const id = await make();
    await feed(server, hospital, { controlId: 'K1' });
    const [{ message_id: messageId }] = (await log(id)) as [Json];
    expect((await call('PUT', `/hl7_messages/${messageId}/reprocess`)).status).toBe(200);
    await server.processAll();
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K1']);
  });

  it('is given up when its text was removed meanwhile, and holds up no other', async () => {
    const id = await make();
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await within(server, hospital, (tx) =>
      tx
        .updateTable('hl7_messages')
        .set({ raw: Buffer.alloc(0) })
        .where('message_control_id', '=', 'K1')
        .execute(),
    );
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K2']);
    expect(await states(id)).toEqual(['failed', 'sent']);
  });
});

describe('an acknowledgement', () => {
  it('AE has the message sent again, before any later one', async () => {
    const id = await make();
    receiver.react = acknowledging('AE');
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    expect(await log(id)).toMatchObject([
      { state: 'waiting', answer: 'AE' },
      { state: 'waiting', attempts: 0 },
    ]);
    receiver.react = acknowledging('AA');
    await untilNextAttempt(id);
    expect(receiver.controlIds).toEqual(['K1', 'K1', 'K2']);
    expect(await states(id)).toEqual(['sent', 'sent']);
  });

  it('AE five times gives the message up and stops the queue, until somebody resumes it', async () => {
    const id = await make();
    receiver.react = acknowledging('AE');
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    for (let again = 0; again < 4; again += 1) await untilNextAttempt(id);
    expect(receiver.controlIds).toEqual(['K1', 'K1', 'K1', 'K1', 'K1']);
    expect(await states(id)).toEqual(['failed', 'waiting']);
    expect(await shown(id)).toMatchObject({ active: false, stopped_at: expect.any(String), failed: 1 });
    receiver.react = acknowledging('AA');
    expect((await call('POST', `/destinations/${id}/resume`)).body.data).toMatchObject({
      active: true,
      stopped_at: null,
    });
    await server.runJobs();
    expect(await states(id)).toEqual(['failed', 'sent']);
  });

  it('AR gives the message up at once; where the setting says so, the next one follows', async () => {
    const id = await make({ on_error: 'skip' });
    receiver.react = (socket, controlId) => acknowledging(controlId === 'K1' ? 'AR' : 'CA')(socket, controlId);
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K1', 'K2']);
    expect(await log(id)).toMatchObject([
      { state: 'failed', answer: 'AR' },
      { state: 'sent', answer: 'CA' },
    ]);
  });

  it('that follows a commit acknowledgement late is not taken for that of the next message', async () => {
    const id = await make();
    receiver.react = (socket, controlId) => {
      if (controlId === 'K2') acknowledging('AE', 'K1')(socket, controlId);
      acknowledging('CA')(socket, controlId);
    };
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    expect(await states(id)).toEqual(['sent', 'sent']);
  });

  it('of the application is noted beside CA where the message asks for both', async () => {
    const id = await make({ acknowledgements: 'as_asked' });
    receiver.react = (socket, controlId) => {
      acknowledging('CA')(socket, controlId);
      // That of the first message comes after the second has been sent.
      if (controlId === 'K2') for (const one of ['K1', 'K2']) acknowledging('AA', one)(socket, controlId);
    };
    const both = { accept: 'AL', applied: 'AL' };
    await feed(server, hospital, { controlId: 'K1', ...both }, { controlId: 'K2', ...both });
    await server.runJobs();
    expect(await log(id)).toMatchObject([
      { state: 'sent', answer: 'CA', application_answer: 'AA' },
      { state: 'sent', answer: 'CA', application_answer: 'AA' },
    ]);
  });

  it('AE of the application gives the message up after CA and stops the queue; sent again, it is answered anew', async () => {
    const id = await make({ acknowledgements: 'as_asked' });
    receiver.react = (socket, controlId) => {
      acknowledging('CA')(socket, controlId);
      acknowledging('AE')(socket, controlId);
    };
    await feed(server, hospital, { controlId: 'K1', accept: 'AL', applied: 'ER' }, { controlId: 'K2' });
    await server.runJobs();
    const [refused, next] = await log(id);
    expect(next).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(refused).toMatchObject({ state: 'failed', answer: 'CA', application_answer: 'AE', attempts: 1 });
    expect(refused.error).toBe('The application answered AE.');
    expect(await shown(id)).toMatchObject({ active: false, failed: 1 });
    receiver.react = acknowledging('AA');
    await call('POST', `/destinations/${id}/resume`);
    await call('POST', `/destinations/${id}/messages/${refused.id}/resend`);
    await server.runJobs();
    expect(await log(id)).toMatchObject([
      { state: 'sent', answer: 'AA', application_answer: null, error: null },
      { state: 'sent', answer: 'AA' },
    ]);
  });

  it.each([
    ['MSH-15 and MSH-16 want none', { accept: 'NE', applied: 'NE' }],
    ['they want one after an error only', { accept: 'ER', applied: 'ER' }],
  ])('is not waited for where %s', async (_when, wanted) => {
    const id = await make({ acknowledgements: 'as_asked' });
    receiver.react = () => undefined;
    await feed(server, hospital, { controlId: 'K1', ...wanted }, { controlId: 'K2', ...wanted });
    await server.runJobs();
    expect(await log(id)).toMatchObject([
      { state: 'sent', answer: null, error: null },
      { state: 'sent', answer: null, error: null },
    ]);
    await expect.poll(() => receiver.controlIds).toEqual(['K1', 'K2']);
  });

  it('CE is a refusal where it is the only one that the message asks for', async () => {
    const id = await make({ acknowledgements: 'as_asked' });
    receiver.react = acknowledging('CE');
    await feed(server, hospital, { controlId: 'K1', accept: 'ER', applied: 'NE' });
    await server.runJobs();
    expect(await log(id)).toMatchObject([{ state: 'waiting', answer: 'CE' }]);
  });

  it('of another message counts for nothing, and the message is sent again on a new connection', async () => {
    const id = await make();
    receiver.react = acknowledging('AA', 'SOMETHING');
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    expect((await log(id))[0]).toMatchObject({
      state: 'waiting',
      answer: null,
      error: expect.stringContaining('MSA-2'),
    });
    receiver.react = acknowledging('AA');
    await untilNextAttempt(id);
    expect(receiver.controlIds).toEqual(['K1', 'K1']);
  });

  it.each<[string, MllpReceiver['react'], string]>([
    ['does not come', () => undefined, 'in time'],
    ['is cut off', (socket) => void socket.end(wrapFrame(Buffer.from('MSH|^~\\&|')).subarray(0, 6)), 'closed'],
  ])('%s, and the message is sent again without end', async (_how, reaction, error) => {
    const id = await make();
    receiver.react = reaction;
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    for (let again = 0; again < 6; again += 1) await untilNextAttempt(id);
    expect((await log(id))[0]).toMatchObject({ state: 'waiting', attempts: 7, error: expect.stringContaining(error) });
    receiver.react = acknowledging('AA');
    await untilNextAttempt(id);
    expect(await states(id)).toEqual(['sent']);
  });
});

it('a receiver that closes the connection after each acknowledgement gets one message after the other', async () => {
  const id = await make();
  receiver.react = (socket, controlId) => {
    acknowledging('AA')(socket, controlId);
    socket.end();
  };
  await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' }, { controlId: 'K3' });
  await server.runJobs();
  expect(receiver.controlIds).toEqual(['K1', 'K2', 'K3']);
  expect(await log(id)).toMatchObject([1, 2, 3].map(() => ({ state: 'sent', attempts: 1 })));
});

describe('two processes', () => {
  it('send to a destination one after the other, each message once', async () => {
    const id = await make();
    const controlIds = Array.from({ length: 20 }, (_, index) => `K${index + 1}`);
    await feed(server, hospital, ...controlIds.map((controlId) => ({ controlId })));
    await Promise.all([1, 2, 3].map(() => sendToDestination(server.ctx, id)));
    await server.runJobs();
    expect(receiver.controlIds).toEqual(controlIds);
  });

  it('where one ends between sending and noting: the other sends the message again, under its MSH-10', async () => {
    const id = await make();
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await within(server, hospital, async (tx) => {
      await claimDestination(tx, id, '4f1c9c39-6d1a-4a8e-9d3e-0d6f1b2a3c4d', NOON);
      await beginHead(tx, id, NOON);
    });
    await server.runJobs();
    expect([receiver.controlIds, await states(id)]).toEqual([[], ['sending', 'waiting']]);
    server.setTime(new Date(NOON.getTime() + 120_000));
    await signIn();
    await sendToDestination(server.ctx, id);
    expect([receiver.controlIds, await states(id)]).toEqual([
      ['K1', 'K2'],
      ['sent', 'sent'],
    ]);
  });
});

describe('the administrators', () => {
  const MINUTE = 60_000;
  const DAY = 24 * 60 * MINUTE;
  const evaluate = () =>
    evaluateAlarms(server.ctx, { certificateFile: null, dataDir: null, makesBackups: false, wal: null });
  const open = async (kind = 'destination_stuck') =>
    (await call('GET', '/alarms?open=1')).body.data.filter((alarm: Json) => alarm['kind'] === kind);
  const at = async (milliseconds: number) => {
    server.setTime(new Date(NOON.getTime() + milliseconds));
    await signIn();
  };

  it('are told of a queue that has stopped, and no longer when it goes on', async () => {
    const id = await make();
    receiver.react = acknowledging('AR');
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    await evaluate();
    expect(await open()).toMatchObject([
      { problem: String(id), details: { name: 'Laboratory', waiting: 1, minutes: 0 } },
    ]);
    receiver.react = acknowledging('AA');
    await call('POST', `/destinations/${id}/resume`);
    await server.runJobs();
    await at(6 * MINUTE);
    await evaluate();
    expect(await open()).toEqual([]);
  });

  it('are told thirty days before a certificate ends that a receiver is shown, until it has another', async () => {
    const own = makeAuthority().issue('wardvoice.example');
    const id = await make({ tls: true, client_certificate: own.cert, client_key: own.key });
    const end = Date.parse((await shown(id)).client_certificate_until);
    await at(end - 32 * DAY - NOON.getTime());
    await evaluate();
    expect(await open('destination_certificate_expiring')).toEqual([]);
    await at(end - 29 * DAY - NOON.getTime());
    await evaluate();
    expect(await open('destination_certificate_expiring')).toMatchObject([
      { problem: String(id), severity: 'warning', details: { name: 'Laboratory', days: 29 } },
    ]);
    await call('PUT', `/destinations/${id}`, { destination: { client_certificate: null } });
    await at(end - 29 * DAY - NOON.getTime() + 6 * MINUTE);
    await evaluate();
    expect(await open('destination_certificate_expiring')).toEqual([]);
  });

  it('who run Prometheus see what waits, for how long, and queues that have stopped', async () => {
    const figure = async (name: string) => {
      const { payload } = await server.http.inject('/metrics');
      return Number(new RegExp(`^wardvoice_${name} (.*)$`, 'm').exec(payload)?.[1]);
    };
    await make();
    const paused = await make({ name: 'Archive' });
    await call('POST', `/destinations/${paused}/pause`);
    receiver.react = acknowledging('AR');
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    // What was measured a second ago is repeated.
    await expect.poll(() => figure('destinations_stopped')).toBe(1);
    expect(await figure('destinations_waiting')).toBe(1);
    // The clock of the database goes on by itself.
    const age = (Date.now() - NOON.getTime()) / 1_000;
    expect(Math.abs((await figure('destinations_waiting_oldest_seconds')) - age)).toBeLessThan(60);
  });

  it('are told of a receiver that has acknowledged nothing for ten minutes, and not of a queue that somebody has paused', async () => {
    const id = await make();
    const paused = await make({ name: 'Archive' });
    await call('POST', `/destinations/${paused}/pause`);
    receiver.react = () => undefined;
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    await at(9 * MINUTE);
    await evaluate();
    expect(await open()).toEqual([]);
    await at(11 * MINUTE);
    await evaluate();
    expect(await open()).toMatchObject([{ problem: String(id), details: { waiting: 1, minutes: 11 } }]);
  });
});

it('receivers that hang leave slots of the jobs to patients’ messages', async () => {
  const ids = [await make(), await make(), await make(), await make()];
  receiver.react = () => undefined;
  await feed(server, hospital, { controlId: 'K1' });
  const send = createDestinationSender(server.ctx);
  await Promise.all(ids.map(send));
  // Three were tried; the fourth was put off.
  expect((await Promise.all(ids.map(log))).map(([queued]) => queued?.['attempts'])).toEqual([1, 1, 1, 0]);
  receiver.react = acknowledging('AA');
  server.setTime(new Date(NOON.getTime() + 2_000));
  await server.runJobs();
  expect((await log(ids[3] ?? 0))[0]).toMatchObject({ state: 'sent', attempts: 1 });
});

describe('a destination', () => {
  it('that is paused queues, and sends in order once it is resumed', async () => {
    const id = await make();
    expect((await call('POST', `/destinations/${id}/pause`)).body.data).toMatchObject({
      active: false,
      stopped_at: null,
    });
    await feed(server, hospital, { controlId: 'K1' }, { controlId: 'K2' });
    await server.runJobs();
    expect([receiver.controlIds, (await shown(id)).waiting]).toEqual([[], 2]);
    await call('POST', `/destinations/${id}/resume`);
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K1', 'K2']);
  });

  it('is sent a message again when somebody asks for it', async () => {
    const id = await make();
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    const [{ id: queuedId }] = (await log(id)) as [Json];
    expect((await call('POST', `/destinations/${id}/messages/${queuedId}/resend`)).status).toBe(202);
    await server.runJobs();
    expect(receiver.controlIds).toEqual(['K1', 'K1']);
  });

  it('by TLS is trusted when its certificate is by the authority given, and sent nothing otherwise', async () => {
    const authority = makeAuthority();
    const safe = await startMllpReceiver(authority.issue('127.0.0.1'));
    const id = await make({ port: safe.port, tls: true });
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    expect((await call('POST', `/destinations/${id}/test`)).body.data).toMatchObject({ ok: false });
    expect([safe.controlIds, await states(id)]).toEqual([[], ['waiting']]);
    await call('PUT', `/destinations/${id}`, { destination: { ca: authority.cert } });
    expect((await call('POST', `/destinations/${id}/test`)).body.data).toEqual({ ok: true, error: null });
    await untilNextAttempt(id);
    expect(safe.controlIds).toEqual(['K1']);
    await safe.close();
  });

  it('that wants a certificate of its senders gets the own one, of which the key is never shown', async () => {
    const [authority, ours] = [makeAuthority(), makeAuthority('Wardvoice CA')];
    const own = ours.issue('wardvoice.example');
    const safe = await startMllpReceiver(authority.issue('127.0.0.1'), ours);
    const id = await make({ port: safe.port, tls: true, ca: authority.cert });
    const test = async () => (await call('POST', `/destinations/${id}/test`)).body.data;
    expect(await test()).toEqual({ ok: false, error: expect.stringMatching(/^No connection: ERR_SSL/) });
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    expect([safe.controlIds, await states(id)]).toEqual([[], ['waiting']]);

    const { body } = await call('PUT', `/destinations/${id}`, {
      destination: { client_certificate: own.cert, client_key: own.key },
    });
    expect(body.data).toMatchObject({
      client_certificate: own.cert.trim(),
      client_certificate_until: '2049-12-31T23:59:59.000Z',
    });
    expect(JSON.stringify([body, await shown(id)])).not.toContain('PRIVATE KEY');
    expect(await test()).toEqual({ ok: true, error: null });
    await untilNextAttempt(id);
    expect(safe.controlIds).toEqual(['K1']);

    // The key stays with a change of something else, and goes with the certificate.
    await call('PUT', `/destinations/${id}`, { destination: { name: 'Renamed', client_certificate: own.cert } });
    expect(await test()).toEqual({ ok: true, error: null });
    await call('PUT', `/destinations/${id}`, { destination: { client_certificate: null } });
    expect(await test()).toMatchObject({ ok: false });
    await safe.close();
  });

  it('is told what is wrong with an own certificate or its key', async () => {
    const authority = makeAuthority();
    const [own, other] = [authority.issue('one.example'), authority.issue('other.example')];
    const refused = async (settings: Json) => {
      const { status, body } = await call('POST', '/destinations', {
        destination: { name: 'Laboratory', host: 'lab', port: 2575, ...settings },
      });
      return [status, body.errors];
    };
    const certificate = own.cert;
    expect(await refused({ client_certificate: 'none', client_key: own.key })).toEqual([
      422,
      { client_certificate: ['Enter certificates in PEM, your own first.'] },
    ]);
    expect(await refused({ client_certificate: certificate })).toEqual([
      422,
      { client_key: ['Enter the private key of this certificate.'] },
    ]);
    expect(await refused({ client_certificate: certificate, client_key: other.key })).toEqual([
      422,
      { client_key: [expect.stringContaining('without a passphrase')] },
    ]);
    expect(await refused({ client_certificate: certificate, client_key: own.key, tls: false })).toEqual([
      422,
      { client_certificate: [expect.stringContaining('Choose TLS')] },
    ]);
    expect(await refused({ client_key: own.key })).toEqual([
      422,
      { client_certificate: ['Enter certificates in PEM, your own first.'] },
    ]);
    const id = await make({ tls: true, client_certificate: certificate, client_key: own.key });
    const { status, body } = await call('PUT', `/destinations/${id}`, {
      destination: { client_certificate: other.cert },
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['client_key']]);
  });

  it('is still changed when what encrypted the private key was lost, which is asked for again', async () => {
    const own = makeAuthority().issue('wardvoice.example');
    const id = await make({ tls: true, client_certificate: own.cert, client_key: own.key });
    await within(server, hospital, (tx) =>
      tx
        .updateTable('destinations')
        .set({ client_key: Buffer.alloc(80) })
        .where('id', '=', id)
        .execute(),
    );
    expect((await call('POST', `/destinations/${id}/test`)).body.data).toEqual({
      ok: false,
      error: 'The private key of the certificate cannot be decrypted: enter it again.',
    });
    const change = async (settings: Json) =>
      (await call('PUT', `/destinations/${id}`, { destination: settings })).status;
    expect(await change({ name: 'Renamed', client_certificate: own.cert })).toBe(200);
    const { version } = await shown(id);
    expect(await change({ client_key: own.key })).toBe(200);
    // The new key counts as a change.
    expect(await change({ name: 'Too late', version })).toBe(409);
    expect((await call('POST', `/destinations/${id}/test`)).body.data.error).toMatch(/^No connection: /);
    expect(await change({ client_certificate: null })).toBe(200);
  });

  it('forgets after some time what was sent, and never what waits', async () => {
    const id = await make();
    await feed(server, hospital, { controlId: 'K1' });
    await server.runJobs();
    await call('POST', `/destinations/${id}/pause`);
    await feed(server, hospital, { controlId: 'K2' });
    await forgetForwarded(server.ctx, new Date(NOON.getTime() + 1));
    expect((await log(id)).map((queued) => queued.message_control_id)).toEqual(['K2']);
  });

  it('is refused with a certificate that is none, and to whoever sees some wards', async () => {
    const settings = { destination: { name: 'Laboratory', host: 'lab', port: 2575, ca: 'no certificate' } };
    expect((await call('POST', '/destinations', settings)).body.errors).toHaveProperty('ca');
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['W7'] });
    const made = await server.as(nurse)('POST', '/destinations', {
      destination: { ...settings.destination, ca: null },
    });
    expect(made.status).toBe(403);
  });
});
