import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fates, listDeliveries, NOON } from '../../testing/asked.ts';
import { makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { lockProcessing } from '../processing/index.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'POST' | 'PUT', path: string, payload?: object, user = admin) =>
  server.call({ method, url: `/api/v1${path}`, headers: user.headers, ...(payload ? { payload } : {}) });

const PERSON = {
  patient_identifier: 'MRN 1^&',
  given_name: 'Órla',
  family_name: "O'Brien|Quill",
  birth_date: '1970-05-17',
  sex: 'F',
  language: 'en',
  hl7_message_pid: { phone_home: '07700 900123^PRN^CP^orla@example.org' },
  location: 'ASH',
  room: '12',
  bed: 'B',
  visit_number: 'V77',
  patient_class: 'I',
};

describe('what saving a message would send', () => {
  const preview = (hl7_message: Json, user = admin) => call('POST', '/hl7_messages/preview', { hl7_message }, user);
  const stored = () =>
    within(server, hospital, async (tx) => ({
      messages: (await tx.selectFrom('hl7_messages').select('id').execute()).length,
      patients: (await tx.selectFrom('patients').select('id').execute()).length,
      visits: (await tx.selectFrom('visits').select('id').execute()).length,
      invitations: (await tx.selectFrom('invitations').select('id').execute()).length,
      deliveries: (await tx.selectFrom('deliveries').select('id').execute()).length,
    }));
  const DISCHARGED = { ...PERSON, event: 'A03' };

  it('names the rule, the address and the time, and stores nothing', async () => {
    const before = await stored();
    const { status, body } = await preview(DISCHARGED);
    expect([status, body.data]).toMatchObject([
      200,
      {
        phone: 'usable',
        phone_read_as: '+447700900123',
        email: 'usable',
        outcome: { state: 'processed', rules: 1, starts_rules: true, not_matched: [] },
      },
    ]);
    const [said, ...others] = body.data.outcome.deliveries;
    expect([said.reason, others]).toEqual([null, []]);
    expect(await stored()).toEqual(before);
    // What was said is what saving does.
    await call('POST', '/hl7_messages', { hl7_message: DISCHARGED });
    await server.processAll();
    const [planned] = await listDeliveries(server, hospital);
    expect(said).toMatchObject({ trigger_id: planned?.trigger_id, send_at: planned?.send_at.toISOString() });
    expect(['+447700900123', 'orla@example.org']).toContain(said.recipient);
  });

  it('says the reason of the gate, the filter of a rule, and when no rule starts', async () => {
    expect((await preview({ ...DISCHARGED, birth_date: '2020-01-01' })).body.data.outcome.deliveries[0]).toMatchObject({
      channel: null,
      recipient: null,
      reason: 'under_age',
    });
    expect((await preview({ ...PERSON, event: 'A08' })).body.data.outcome).toMatchObject({
      starts_rules: false,
      deliveries: [],
    });
    expect((await preview({ ...PERSON, event: 'A01' })).body.data.outcome).toMatchObject({
      starts_rules: true,
      deliveries: [],
      not_matched: [{ filter: 'event' }],
    });
  });

  it('checks phone and e-mail before the rest is filled in', async () => {
    const check = async (phone_home: string) => (await preview({ hl7_message_pid: { phone_home } })).body.data;
    expect(await check('12')).toEqual({ phone: 'unusable', email: 'none', phone_read_as: null, outcome: null });
    expect(await check('^^^orla@')).toMatchObject({ phone: 'none', email: 'unusable' });
    expect(await check('')).toMatchObject({ phone: 'none', email: 'none' });
  });

  it('does not show an address that was not entered', async () => {
    await call('POST', '/hl7_messages', { hl7_message: { ...PERSON, event: 'A01' } });
    await server.processAll();
    const { patient_identifier, visit_number } = PERSON;
    const { body } = await preview({ event: 'A03', patient_identifier, visit_number });
    expect(body.data.outcome.deliveries).toMatchObject([{ reason: null, recipient: null }]);
  });

  it('is for whoever may create messages, and says nothing about wards of others', async () => {
    const reader = await server.makeUser({ applications: [hospital], permissions: ['messages.list'] });
    expect((await preview(DISCHARGED, reader)).status).toBe(403);
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'], locations: ['BIRCH'] });
    expect((await preview(DISCHARGED, nurse)).body.data.outcome).toBeNull();
    expect((await preview({ ...DISCHARGED, location: 'BIRCH' }, nurse)).body.data.outcome).not.toBeNull();
  });

  it('waits for processing, but not for long', async () => {
    const asked = await within(server, hospital, async (tx) => {
      await lockProcessing(tx, hospital.id);
      return preview(DISCHARGED);
    });
    expect([asked.status, asked.body.message]).toEqual([503, expect.stringContaining('Ask again')]);
  });
});

describe('a message that is to send nothing', () => {
  it('sends nothing, now and when it is processed again', async () => {
    const hl7_message = { ...PERSON, event: 'A03', send: false };
    const { outcome } = (await call('POST', '/hl7_messages/preview', { hl7_message })).body.data;
    expect(outcome.deliveries).toMatchObject([{ reason: 'replay' }]);
    const { id, silent } = (await call('POST', '/hl7_messages', { hl7_message })).body.data;
    expect(silent).toBe(true);
    await server.processAll();
    expect(await fates(server, hospital)).toEqual(['suppressed: replay']);
    await call('PUT', `/hl7_messages/${id}/reprocess`);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: replay']);
  });

  it('is one that says so; a discharge as well', async () => {
    const { body } = await call('POST', '/hl7_discharges', { hl7_message: { ...PERSON, send: true } });
    expect(body.data.silent).toBe(false);
    const off = await call('POST', '/hl7_discharges', { hl7_message: { ...PERSON, visit_number: 'V78', send: false } });
    expect(off.body.data.silent).toBe(true);
    await server.processAll();
    expect(await fates(server, hospital)).toEqual(['scheduled', 'suppressed: replay']);
  });
});
