import { webhooks } from '@wardvoice/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemScope } from '../../platform/scope.ts';
import { HOUR, MINUTE, NOON, after, stamp } from '../../testing/asked.ts';
import { answerBadly, credentialsOf, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { makeWebhook } from '../../testing/webhooks.ts';
import { evaluateAlarms } from '../alarms/index.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

/** The words of the patient of these tests, as they stand in the feed, in answers and in texts. */
const HERS = /inventwell|orla|9001\d\d|1970|soup|rang|ash/i;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await makeWebhook(server, admin, { url: 'https://receiver.example/hook', events: webhooks.EVENT_TYPES });
});

const call = (...args: Parameters<ReturnType<typeof server.as>>) => server.as(admin)(...args);
/** Events of the application in their order, without their time. Checks that they are as the API describes them, and hold no data of hers. */
async function announced(types: readonly webhooks.EventType[]): Promise<{ type: string; data: Json }[]> {
  const rows = await within(server, hospital, (tx) =>
    tx.selectFrom('webhook_events').select(['type', 'data', 'answer']).orderBy('id').execute(),
  );
  for (const { type, data } of rows)
    expect(webhooks.EVENT_DATA[type as webhooks.EventType].strict().parse(data)).toEqual(data);
  expect(JSON.stringify(rows)).not.toMatch(HERS);
  return rows.filter(({ type }) => (types as string[]).includes(type)).map(({ type, data }) => ({ type, data }));
}

let asked = 0;
/** Her number, another one in each test. */
const phone = () => `+4477009001${String(asked).padStart(2, '0')}`;

/** She was discharged and has got a survey. Returns its token. */
async function ask(): Promise<string> {
  asked += 1;
  await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), phone: `${phone()}^PRN^CP` });
  await server.runJobs();
  return linkIn(server.gateways.texts.findLast(({ to }) => to === phone())?.text ?? '');
}
const newest = (table: 'feedback' | 'patients' | 'cases') =>
  within(server, hospital, async (tx) => {
    const { id } = await tx.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return id;
  });

describe('webhooks are told', () => {
  it('that a survey was answered, and of the case that the answer opens', async () => {
    await answerBadly(server, await ask(), 'Cold soup, and nobody came when I rang');
    const [feedbackId, caseId] = [await newest('feedback'), await newest('cases')];
    const department_id = hospital.survey.departmentId;
    expect(await announced(['survey.answered', 'case.opened'])).toEqual([
      {
        type: 'case.opened',
        data: { case_id: caseId, severity: expect.any(String), department_id, feedback_id: feedbackId, text_id: null },
      },
      {
        type: 'survey.answered',
        data: { feedback_id: feedbackId, survey_id: hospital.survey.id, department_id: null },
      },
    ]);
    expect((await call('GET', `/feedback/records/${feedbackId}`)).status).toBe(200);
  });

  it('of each move of a case, and once of a move that two people try', async () => {
    await answerBadly(server, await ask(), 'Cold soup');
    const id = await newest('cases');
    const move = (action: string) => call('PUT', `/cases/${id}`, { case: { action, note: 'We spoke' } });
    const claims = await Promise.all([move('claim'), move('claim')]);
    expect(claims.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const colleague = await server.makeUser({ applications: [hospital], permissions: ['cases.list', 'cases.update'] });
    const given = { assignment: { to_id: colleague.id, instead_of_id: admin.id } };
    expect((await call('PUT', `/cases/${id}/assign`, { case: given })).status).toBe(200);
    for (const action of ['contacted', 'close', 'reopen'])
      expect([action, (await move(action)).status]).toEqual([action, 200]);
    expect((await announced(['case.moved', 'case.closed'])).map(({ type, data }) => [type, data])).toEqual([
      ['case.moved', { case_id: id, action: 'claim', from: 'new', to: 'claimed' }],
      ['case.moved', { case_id: id, action: 'assigned', from: 'claimed', to: 'claimed' }],
      ['case.moved', { case_id: id, action: 'contacted', from: 'claimed', to: 'contacted' }],
      ['case.closed', { case_id: id, from: 'contacted', cause_id: null }],
      ['case.moved', { case_id: id, action: 'reopen', from: 'closed', to: 'reopened' }],
    ]);
  });

  it('of a text, and that its sender has opted out, once', async () => {
    await ask();
    const headers = await credentialsOf(server, hospital);
    const write = (text: string) =>
      server.call({ method: 'POST', url: '/api/v1/inbound/sms', headers, payload: { from: phone(), text } });
    expect((await write('STOP')).status).toBe(200);
    expect((await write('STOP')).status).toBe(200);
    const patient_id = await newest('patients');
    const texts = await announced(['text.received']);
    expect(texts).toHaveLength(2);
    expect(texts[0]?.data).toEqual({
      text_id: expect.any(Number),
      channel: 'sms',
      delivery_id: expect.any(Number),
      patient_id,
    });
    expect(await announced(['patient.opted_out'])).toEqual([
      {
        type: 'patient.opted_out',
        data: { consent_event_id: expect.any(Number), channel: 'sms', source: 'stop', patient_id, contact_id: null },
      },
    ]);
  });

  it('of a delivery that its gateway refuses, and not twice when a receipt says so as well', async () => {
    await feed(server, hospital, { event: 'A03', at: stamp(-HOUR), phone: '07700 900123^PRN^CP' });
    server.gateways.answerNext({ ok: false, outcome: 'refused', error: 'No such number' });
    await server.runJobs();
    const [failure, ...others] = await announced(['delivery.failed']);
    expect([failure?.data, others]).toMatchObject([
      { channel: expect.any(String), purpose: 'survey', contact_id: null },
      [],
    ]);
    const key = await within(server, hospital, (tx) =>
      tx
        .selectFrom('deliveries')
        .select('idempotency_key')
        .where('id', '=', failure?.data.delivery_id)
        .executeTakeFirstOrThrow(),
    );
    const headers = await credentialsOf(server, hospital);
    const receipt = { idempotency_key: key.idempotency_key, status: 'failed' };
    await server.call({ method: 'POST', url: '/api/v1/receipts', headers, payload: receipt });
    await server.runJobs();
    expect(await announced(['delivery.failed'])).toHaveLength(1);
  });

  it('of a message that is refused when it comes, and of one that cannot be processed', async () => {
    await server.receive(adt({ facility: hospital.facility, event: 'A01', without: ['PID'] }));
    // The same message again is a duplicate, and no further error.
    const bad = adt({ facility: hospital.facility, event: 'A03', at: stamp(-HOUR), born: 'soon' });
    await server.receive(bad);
    await server.receive(bad);
    await server.processAll();
    const states = await within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select(['id', 'state', 'error_code', 'error_field']).orderBy('id').execute(),
    );
    const errors = states.filter(({ state }) => state === 'error');
    expect(errors.length).toBeGreaterThan(0);
    expect((await announced(['message.error'])).map(({ data }) => data)).toEqual(
      errors.map(({ id, error_code, error_field }) => ({ message_id: id, code: error_code, field: error_field })),
    );
  });

  it('of messages that lead to two patients, all of a batch at once', async () => {
    const same = { without: ['PV1'], at: stamp(-HOUR) };
    await feed(
      server,
      hospital,
      { ...same, event: 'A28', patient: 'ONE', born: '19300101', family: 'First' },
      { ...same, event: 'A28', patient: 'ONE', born: '19800101', family: 'Second' },
      { ...same, event: 'A28', patient: 'ONE', born: '19900101', family: 'Third' },
    );
    const errors = await within(server, hospital, (tx) =>
      tx.selectFrom('hl7_messages').select('id').where('hl7_messages.state', '=', 'error').orderBy('id').execute(),
    );
    expect(errors).toHaveLength(2);
    expect((await announced(['message.error'])).map(({ data }) => data.message_id)).toEqual(errors.map(({ id }) => id));
  });

  it('that a sender is silent, once', async () => {
    await server.ctx.db.transaction(systemScope('example'), (tx) =>
      sql`
        insert into feed_hours (application_id, sending_application, sending_facility, hour, messages, last_message_at)
        select ${hospital.id}, 'ADT', ${hospital.facility}, hour, 300, hour + interval '59 minutes 59 seconds'
        from generate_series(${NOON}::timestamptz - interval '6 weeks', ${NOON}::timestamptz - interval '1 hour', interval '1 hour') as hour`.execute(
        tx,
      ),
    );
    for (const minutes of [5, 6, 7]) {
      server.setTime(after(minutes * MINUTE));
      await evaluateAlarms(
        server.ctx,
        { certificateFile: null, dataDir: null, makesBackups: false, wal: null },
        new Date(0),
      );
    }
    const [alarm] = (await call('GET', '/alarms?open=1')).body.data;
    expect(await announced(['feed.silent'])).toEqual([
      { type: 'feed.silent', data: { alarm_id: alarm.id, severity: alarm.severity } },
    ]);
  });
});

it('nothing is written, and no job, for an application without a webhook for the type', async () => {
  await within(server, hospital, (tx) =>
    tx
      .updateTable('webhooks')
      .set({ events: ['feed.silent'] })
      .execute(),
  );
  const jobs = async () =>
    (
      await server.ctx.db.pool.query(
        `select coalesce(max(id), 0) as last from graphile_worker.jobs where task_identifier = 'send-webhooks'`,
      )
    ).rows;
  const token = await ask();
  const before = await jobs();
  await answerBadly(server, token, 'Cold soup');
  expect(await announced(webhooks.EVENT_TYPES)).toEqual([]);
  expect(await jobs()).toEqual(before);
});
