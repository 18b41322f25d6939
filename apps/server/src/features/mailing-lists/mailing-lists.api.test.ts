import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockFor } from '../../platform/db/database.ts';
import { feed, makeSurvey, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { contactsLock } from './refresh-mailing-list.ts';
import { runRefresh } from './run-refresh.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication({ country: 'GB' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
const make = async (mailing_list: object): Promise<Json> =>
  (await call('POST', '/mailing_list', { mailing_list })).body.data;
const members = async (id: number): Promise<string[]> =>
  (await call('GET', `/mailing_list/${id}/contacts`)).body.data.map((one: Json) => one.external_id ?? one.name).sort();

describe('a mailing list', () => {
  it('is static by default, can be renamed, found and deleted; its contacts stay', async () => {
    const created = await call('POST', '/mailing_list', { mailing_list: { name: ' Hips ' } });
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { name: 'Hips', type_of: 'static', contacts_count: 0 },
    ]);
    const { id, version } = created.body.data;
    const una = (await call('POST', '/contacts', { contact: { name: 'Una' } })).body.data;
    await call('POST', `/mailing_list/${id}/contacts/${una.id}`);
    const renamed = await call('PUT', `/mailing_list/${id}`, { mailing_list: { title: 'New hips', version } });
    expect(renamed.body.data).toMatchObject({
      name: 'Hips',
      title: 'New hips',
      contacts_count: 1,
      unreachable_count: 1,
    });
    expect((await call('PUT', `/mailing_list/${id}`, { mailing_list: { name: 'Late', version } })).status).toBe(409);
    expect((await call('GET', '/mailing_list?term=new')).body.data).toMatchObject([{ id }]);
    expect((await call('GET', '/mailing_list?type_of=census')).body.data).toEqual([]);
    expect((await call('DELETE', `/mailing_list/${id}`)).body).toEqual({ data: { id } });
    expect((await call('GET', `/contacts/${una.id}`)).body.data.lists).toEqual([]);
  });

  it('is refused without a name, with a name that is taken, and with invalid rules', async () => {
    await make({ name: 'Hips' });
    for (const [mailing_list, field] of [
      [{ type_of: 'static' }, 'name'],
      [{ name: 'HIPS' }, 'name'],
      [{ name: 'Census' }, 'name'],
      [{ name: 'Knees', type_of: 'magic' }, 'type_of'],
      [{ name: 'Knees', type_of: 'dynamic', rules: { last_days: 0 } }, 'rules.last_days'],
      [{ name: 'Knees', type_of: 'dynamic', rules: { age_from: 60, age_to: 50 } }, 'rules.age_to'],
    ] as const) {
      const { status, body } = await call('POST', '/mailing_list', { mailing_list });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it('contains a contact once, and the contact can be found and removed; a contact that does not exist is not found', async () => {
    const { id } = await make({ name: 'Hips' });
    const una = (await call('POST', '/contacts', { contact: { name: 'Una Testwell', email: 'una@example.org' } })).body
      .data;
    expect((await call('POST', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(200);
    expect((await call('POST', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(200);
    expect((await call('GET', `/mailing_list/${id}/contacts?term=testw`)).body.total).toBe(1);
    expect((await call('GET', `/mailing_list/${id}/contacts?term=nobody`)).body.total).toBe(0);
    expect((await call('POST', `/mailing_list/${id}/contacts/999999999`)).status).toBe(404);
    expect((await call('DELETE', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(200);
    expect((await call('DELETE', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(404);
    const refreshed = (await call('POST', `/mailing_list/${id}/refresh`)).body.data;
    expect(refreshed).toEqual({ added: 0, removed: 0, contacts_made: 0, contacts_count: 0 });
  });
});

it('that a broadcast still uses cannot be deleted', async () => {
  const { id } = await make({ name: 'Hips' });
  const survey = await makeSurvey(server, hospital);
  const broadcastIs = (state: string, next_run_at: Date | null) =>
    within(server, hospital, (tx) => tx.updateTable('broadcasts').set({ state, next_run_at }).execute());
  await within(server, hospital, (tx) =>
    tx
      .insertInto('broadcasts')
      .values({
        application_id: hospital.id,
        survey_id: survey.id,
        sendable_id: id,
        schedule: false,
        channel: 'email',
        data: '{}',
        created_at: new Date(),
      })
      .execute(),
  );
  for (const [state, next] of [
    ['running', null],
    ['scheduled', new Date()],
  ] as const) {
    await broadcastIs(state, next);
    const { status, body } = await call('DELETE', `/mailing_list/${id}`);
    expect([status, body.message]).toEqual([409, expect.stringContaining('1 broadcast is still sent to this list')]);
    const uses = (await call('GET', `/mailing_list/${id}/uses`)).body.data;
    expect(uses).toEqual({ broadcasts: 1, kiosks: 0, deletion_refusal: body.message });
  }
  await broadcastIs('finished', null);
  expect((await call('GET', `/mailing_list/${id}/uses`)).body.data.deletion_refusal).toBeNull();
  expect((await call('DELETE', `/mailing_list/${id}`)).status).toBe(200);
});

describe('a rule-based list', () => {
  it('contains who is in the hospital; a discharged patient is removed, and returns as the same contact', async () => {
    await feed(server, hospital, { event: 'A01', patient: 'IN', visit: 'V1', phone: '07700 900111^PRN^CP' });
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'OUT', visit: 'V2' },
      { event: 'A03', patient: 'OUT', visit: 'V2' },
    );
    const { id, contacts_count } = await make({ name: 'In the house', type_of: 'census' });
    expect([contacts_count, await members(id)]).toEqual([1, ['IN']]);
    await feed(
      server,
      hospital,
      { event: 'A03', patient: 'IN', visit: 'V1' },
      { event: 'A01', patient: 'OUT', visit: 'V3' },
    );
    const { data } = (await call('POST', `/mailing_list/${id}/refresh`)).body;
    expect(data).toEqual({ added: 1, removed: 1, contacts_made: 1, contacts_count: 1 });
    await feed(server, hospital, { event: 'A01', patient: 'IN', visit: 'V4' });
    expect((await call('POST', `/mailing_list/${id}/refresh`)).body.data).toMatchObject({ added: 1, contacts_made: 0 });
    expect((await call('GET', '/contacts')).body.total).toBe(2);
  });

  it('selects by event, ward, sex and age, and leaves out the dead and the protected', async () => {
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'ASH1', visit: 'V1', ward: 'ASH' },
      { event: 'A01', patient: 'BIRCH1', visit: 'V2', ward: 'BIRCH' },
      { event: 'A01', patient: 'GONE', visit: 'V3', ward: 'ASH' },
      { event: 'A03', patient: 'ASH1', visit: 'V1', ward: 'ASH' },
    );
    await server.ctx.db.transaction({ userId: null, applicationId: hospital.id, locations: [] }, (tx) =>
      tx.updateTable('patients').set({ deceased: true }).where('identifier', '=', 'GONE').execute(),
    );
    const preview = async (rules: object) =>
      (await call('POST', '/mailing_list/preview', { mailing_list: { type_of: 'dynamic', rules } })).body.data.people;
    expect(await preview({})).toBe(2);
    expect(await preview({ event: ['A03'] })).toBe(1);
    expect(await preview({ location: ['BIRCH'] })).toBe(1);
    expect(await preview({ location: ['BIRCH'], event: ['A03'] })).toBe(0);
    expect(await preview({ age_from: 130 })).toBe(0);
    expect(await preview({ age_from: 0, age_to: 130 })).toBe(2);
    expect(await preview({ sex: ['X'] })).toBe(0);
    const { id } = await make({ name: 'Gone home', type_of: 'dynamic', rules: { event: ['A03'] } });
    expect(await members(id)).toEqual(['ASH1']);
    const messages = await call('GET', '/hl7_messages?distribution_list=Gone%20home');
    expect(messages.body.data.map((one: Json) => one.patient_identifier ?? one.event).length).toBe(2);
    const choices = (await call('GET', '/mailing_list/rule_choices')).body.data;
    expect(choices.location).toEqual(['ASH', 'BIRCH']);
  });

  it('cannot be changed by hand', async () => {
    const { id } = await make({ name: 'In the house', type_of: 'census' });
    const una = (await call('POST', '/contacts', { contact: { name: 'Una' } })).body.data;
    expect((await call('POST', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(409);
    expect((await call('DELETE', `/mailing_list/${id}/contacts/${una.id}`)).status).toBe(409);
  });

  it('contains two people whom two authorities gave one number as two, each with their own phone, also after the next refresh', async () => {
    const una = { event: 'A01', patient: 'TWICE', visit: 'V1', given: 'Una', phone: '07700 900111^PRN^CP' };
    const orla = {
      event: 'A01',
      patient: 'TWICE^^^CONVENT^MR~C9',
      visit: 'V2',
      given: 'Orla',
      family: 'Sparrowhill',
      born: '19330101',
      phone: '07700 900222^PRN^CP',
    };
    await feed(server, hospital, una, orla);
    const { id, contacts_count } = await make({ name: 'In the house', type_of: 'census' });
    expect(contacts_count).toBe(2);
    const people = async () =>
      (await call('GET', '/contacts?sort=id')).body.data.map(({ name, phone }: Json) => `${name} ${phone}`).sort();
    const both = ['Orla Sparrowhill +447700900222', 'Una Inventwell +447700900111'];
    expect(await people()).toEqual(both);
    expect((await call('POST', `/mailing_list/${id}/refresh`)).body.data).toEqual({
      added: 0,
      removed: 0,
      contacts_made: 0,
      contacts_count: 2,
    });
    expect(await people()).toEqual(both);
    await feed(server, hospital, { ...orla, event: 'A08', phone: '07700 900333^PRN^CP' });
    await call('POST', `/mailing_list/${id}/refresh`);
    expect(await people()).toEqual(['Orla Sparrowhill +447700900333', 'Una Inventwell +447700900111']);
    const found = (await call('GET', '/contacts?sort=id')).body.data;
    const patients = await Promise.all(
      found.map(async (one: Json) => (await call('GET', `/contacts/${one.id}`)).body.data.patient_id),
    );
    expect(new Set(patients).size).toBe(2);
  });

  it('recognises the contact of a patient who was merged with another', async () => {
    await feed(
      server,
      hospital,
      { event: 'A01', patient: 'OLD', visit: 'V1', phone: '07700 900111^PRN^CP' },
      { event: 'A08', patient: 'NEW', visit: '', phone: '07700 900111^PRN^CP' },
    );
    const { id } = await make({ name: 'In the house', type_of: 'census' });
    expect(await members(id)).toEqual(['OLD']);
    await feed(server, hospital, { event: 'A40', patient: 'NEW', more: ['MRG|OLD^^^HOSP^MR'], without: ['PV1'] });
    expect((await call('POST', `/mailing_list/${id}/refresh`)).body.data).toMatchObject({
      contacts_made: 0,
      contacts_count: 1,
    });
    expect(await members(id)).toEqual(['OLD']);
  });

  it('follows a patient to a new phone number, and so does an opt-out; a contact that was changed by hand stays', async () => {
    await feed(server, hospital, { event: 'A01', patient: 'P1', visit: 'V1', phone: '07700 900111^PRN^CP' });
    const { id } = await make({ name: 'In the house', type_of: 'census' });
    const [contact] = (await call('GET', '/contacts')).body.data;
    expect(contact.phone).toBe('+447700900111');
    await call('POST', `/contacts/${contact.id}/opt_outs`, { opt_out: { channel: 'sms', reason: 'Said stop' } });
    await feed(server, hospital, { event: 'A08', patient: 'P1', visit: 'V1', phone: '07700 900222^PRN^CP' });
    await call('POST', `/mailing_list/${id}/refresh`);
    expect((await call('GET', '/contacts')).body.data).toMatchObject([{ phone: '+447700900222', sms_opted_out: true }]);
    await call('PUT', `/contacts/${contact.id}`, { contact: { phone: '07700 900333' } });
    await call('POST', `/mailing_list/${id}/refresh`);
    expect((await call('GET', '/contacts')).body.data).toMatchObject([{ phone: '+447700900333', sms_opted_out: true }]);
  });
});

describe('a refresh that takes too long for one request', () => {
  const dynamic = { name: 'Lately', type_of: 'dynamic', rules: { event: ['A01'], last_days: 30 } };
  const refresh = (id: number) => call('POST', `/mailing_list/${id}/refresh`);
  const read = async (id: number): Promise<Json> => (await call('GET', `/mailing_list/${id}`)).body.data;
  const refreshes = () =>
    within(server, hospital, (tx) => tx.selectFrom('mailing_list_refreshes').selectAll().orderBy('id').execute());

  /** Another transaction makes contacts meanwhile, as a long import does. */
  async function whileContactsAreMade(work: () => Promise<void>): Promise<void> {
    await within(server, hospital, async (tx) => {
      await lockFor(tx, contactsLock(hospital.id));
      await work();
    });
  }

  it('is left to a worker, and its state and result are shown with the list', async () => {
    const { id } = await make(dynamic);
    await feed(server, hospital, { event: 'A01', patient: 'MRN1' }, { event: 'A01', patient: 'MRN2' });
    await whileContactsAreMade(async () => {
      const { status, body } = await refresh(id);
      expect([status, body.data]).toEqual([
        200,
        { added: 0, removed: 0, contacts_made: 0, contacts_count: 0, state: 'queued' },
      ]);
      expect((await read(id)).refresh).toMatchObject({ state: 'queued', progress: 0, finished_at: null });
    });
    await server.runJobs();
    const list = await read(id);
    expect(list.contacts_count).toBe(2);
    expect(list.refresh).toMatchObject({ state: 'finished', progress: 100, added: 2, removed: 0 });
    expect((await refresh(id)).body.data).toEqual({ added: 0, removed: 0, contacts_made: 0, contacts_count: 2 });
  });

  it('runs once, however often it is requested at once', async () => {
    const { id } = await make(dynamic);
    await whileContactsAreMade(async () => {
      const answers = await Promise.all([refresh(id), refresh(id)]);
      expect(answers.map(({ body }) => body.data.state)).toEqual(['queued', 'queued']);
    });
    expect(await refreshes()).toHaveLength(1);
    await server.runJobs();
    expect((await refreshes()).map(({ state }) => state)).toEqual(['finished']);
  });

  it('starts again when a worker was killed, and fails after the third time', async () => {
    const { id } = await make(dynamic);
    await feed(server, hospital, { event: 'A01', patient: 'MRN1' });
    await whileContactsAreMade(async () => void (await refresh(id)));
    const killedAfter = (attempts: number) =>
      within(server, hospital, (tx) =>
        tx.updateTable('mailing_list_refreshes').set({ state: 'running', attempts, progress: 40 }).execute(),
      );
    await killedAfter(1);
    await server.runJobs();
    expect(await read(id)).toMatchObject({ contacts_count: 1, refresh: { state: 'finished', added: 1 } });

    await whileContactsAreMade(async () => void (await refresh(id)));
    await killedAfter(3);
    await server.runJobs();
    expect((await read(id)).refresh).toMatchObject({ state: 'failed' });
    expect((await refresh(id)).body.data).toMatchObject({ contacts_count: 1 });
    expect((await read(id)).refresh).toBeNull();
  });

  it('runs once more when its rules are changed meanwhile', async () => {
    const { id, version } = await make(dynamic);
    await feed(server, hospital, { event: 'A01', patient: 'MRN1' }, { event: 'A04', patient: 'MRN2' });
    let working: Promise<void> | undefined;
    await whileContactsAreMade(async () => {
      await refresh(id);
      const [asked] = await refreshes();
      working = runRefresh(server.ctx, hospital.id, asked?.id ?? 0);
      await vi.waitFor(async () => expect(await refreshes()).toMatchObject([{ state: 'running' }]));
      const rules = { event: ['A04'], last_days: 30 };
      const changed = await call('PUT', `/mailing_list/${id}`, { mailing_list: { rules, version } });
      expect([changed.status, changed.body.data.refresh.state]).toEqual([200, 'running']);
    });
    await working;
    expect(await refreshes()).toMatchObject([{ state: 'queued' }]);
    await server.runJobs();
    expect(await members(id)).toEqual(['MRN2']);
    expect(await refreshes()).toMatchObject([{ again: false, state: 'finished' }]);
  });

  it('does nothing for a static list, and waits for nothing', async () => {
    const { id } = await make({ name: 'Hips' });
    await whileContactsAreMade(async () => {
      expect((await refresh(id)).body.data).toEqual({ added: 0, removed: 0, contacts_made: 0, contacts_count: 0 });
    });
    expect(await refreshes()).toEqual([]);
  });

  it('does not lock the list for others meanwhile', async () => {
    const { id, version } = await make(dynamic);
    await whileContactsAreMade(async () => {
      await refresh(id);
      expect((await call('PUT', `/mailing_list/${id}`, { mailing_list: { title: 'Of late', version } })).status).toBe(
        200,
      );
      expect((await call('GET', `/mailing_list/${id}/contacts`)).status).toBe(200);
      expect((await call('DELETE', `/mailing_list/${id}`)).status).toBe(200);
    });
    await server.runJobs();
    expect(await refreshes()).toEqual([]);
  });
});
