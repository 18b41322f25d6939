import { toJSONSchema, type z } from 'zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { adt } from '../../testing/hl7-messages.ts';

let server: TestServer;
let hospital: FullApplication;
let nurse: TestUser;
let officer: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeFullApplication(server);
  nurse = await server.makeUser({ applications: [hospital], permissions: ['messages.list', 'cases.list'] });
  officer = await server.makeUser({ applications: [hospital], permissions: ['audit.list'] });
});
afterAll(() => server.stop());

const get = (user: TestUser, url: string) => server.call({ url: `/api/v1${url}`, headers: user.headers });
const entriesOf = async (query: string): Promise<Json[]> => (await get(officer, `/audit?${query}`)).body.data;
const of = (user: TestUser) => `user_id=${user.id}`;

describe('who saw a patient', () => {
  it('is answered from records and lists alike, and never contains a name or a search term', async () => {
    await get(nurse, `/hl7_messages/${hospital.messageId}`);
    await get(nurse, '/hl7_messages?term=Inventwell&type=A03');
    await get(nurse, `/visits/${hospital.visitId}`);
    await get(nurse, `/cases/${hospital.caseId}`);
    await get(nurse, '/hl7_messages.csv');
    const entries = await entriesOf(`patient_id=${hospital.patientId}&${of(nurse)}`);
    const told = entries.map(({ action, record_type, record_id }) => [action, record_type, record_id]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['view', 'hl7_messages', hospital.messageId],
        ['view', 'visits', hospital.visitId],
        ['view', 'cases', hospital.caseId],
        ['export', 'hl7_messages', null],
      ]),
    );
    const [listed] = (await entriesOf(`action=list&${of(nurse)}`)) as [Json];
    expect(listed.details).toMatchObject({ filters: expect.arrayContaining(['term', 'type']) });
    expect(JSON.stringify(await entriesOf(of(nurse)))).not.toMatch(/Inventwell|\+44|@/);
  });

  it('says as what they acted, which a later change of their role does not alter', async () => {
    const guest = await server.makeUser({ applications: [hospital], role: 'ward_nurse', locations: ['ASH'] });
    await get(guest, '/hl7_messages');
    await get(guest, '/users');
    await within(server, hospital, (tx) =>
      tx.updateTable('application_users').set({ role_id: null }).where('user_id', '=', guest.id).execute(),
    );
    await get(guest, '/mailing_list');
    const told = (await entriesOf(of(guest))).map(({ record_type, refused, details }) => [
      record_type,
      refused,
      details.as,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['hl7_messages', false, { role: 'Ward nurse', wards: ['ASH'] }],
        ['users', true, { role: 'Ward nurse', wards: ['ASH'] }],
        ['mailing_list', true, { wards: ['ASH'] }],
      ]),
    );
    const superuser = await server.makeUser({ superUser: true });
    await get(superuser, '/audit.csv');
    const [downloaded] = (await get(superuser, `/audit?action=export&user_id=${superuser.id}`)).body.data;
    expect(downloaded.details.as).toEqual({ superuser: true });
  });

  it('is written once for a list that keeps refreshing itself, until it shows another patient', async () => {
    for (let refresh = 0; refresh < 3; refresh += 1) await get(nurse, '/hl7_messages');
    expect(await entriesOf(`action=list&${of(nurse)}`)).toHaveLength(1);
    await server.receive(adt({ facility: hospital.facility, event: 'A01', patient: 'SOMEBODY-ELSE' }));
    await server.processAll();
    await get(nurse, '/hl7_messages');
    expect(await entriesOf(`action=list&${of(nurse)}`)).toHaveLength(2);
  });

  it('includes who saw the record that was merged into this patient', async () => {
    await get(nurse, `/visits/${hospital.visitId}`);
    const survivor = await within(server, hospital, async (tx) => {
      const other = await tx
        .selectFrom('patients')
        .select('id')
        .where('id', '<>', hospital.patientId)
        .executeTakeFirstOrThrow();
      await tx.updateTable('patients').set({ merged_into_id: other.id }).where('id', '=', hospital.patientId).execute();
      return other.id;
    });
    const entries = await entriesOf(`patient_id=${survivor}&record_type=visits&${of(nurse)}`);
    expect(entries.map(({ record_id }) => record_id)).toEqual([hospital.visitId]);
  });
});

describe('every change', () => {
  it('is in the audit with who, where from and which fields', async () => {
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    await server.call({
      method: 'PUT',
      url: `/api/v1/cases/${hospital.caseId}`,
      headers: admin.headers,
      payload: { case: { action: 'claim', note: 'The daughter of Mrs Inventwell called.' } },
      remoteAddress: '10.20.30.40',
    });
    const [entry] = (await entriesOf(of(admin))) as [Json];
    expect(entry).toMatchObject({
      action: 'update',
      record_type: 'cases',
      record_id: hospital.caseId,
      user_id: admin.id,
      address: '10.20.30.40',
      refused: false,
      details: { fields: ['action', 'note'] },
    });
    expect(JSON.stringify(entry)).not.toContain('daughter');
  });

  it('that failed is left out, and one that was refused is in it as refused', async () => {
    await server.call({
      method: 'PUT',
      url: `/api/v1/cases/${hospital.caseId}`,
      headers: nurse.headers,
      payload: { case: { action: 'claim' } },
    });
    await get(nurse, '/users?term=x');
    await get(nurse, '/cases/999999999');
    const entries = await entriesOf(of(nurse));
    expect(entries).toMatchObject([
      { action: 'list', record_type: 'users', record_id: null, refused: true },
      { action: 'update', record_type: 'cases', record_id: hospital.caseId, refused: true },
    ]);
    expect(await entriesOf(`refused=1&${of(nurse)}`)).toHaveLength(2);
    expect(await entriesOf(`refused=0&${of(nurse)}`)).toHaveLength(0);
  });

  it('has a rule in every endpoint that changes something or shows a patient', () => {
    const audited = server.endpoints.filter(({ audit }) => audit !== null);
    const changing = server.endpoints.filter(({ method }) => method !== 'GET');
    expect(changing.filter(({ audit }) => audit === null)).toEqual([]);
    for (const { audit } of audited) expect(audit).toMatchObject({ action: /^[a-z_]+$/, record: /^[a-z0-9_-]+$/ });
    const showing = server.endpoints.filter(
      ({ method, reply, access }) => method === 'GET' && access !== 'public' && showsPatients(reply as z.ZodType),
    );
    expect(showing.map(({ path }) => path)).toEqual(expect.arrayContaining(['/hl7_messages', '/visits/:id', '/cases']));
    expect(showing.filter(({ audit }) => audit === null).map(({ path }) => path)).toEqual([]);
  });
});

/** Recognises a patient's record by field names that only such a record has. */
const showsPatients = (reply: z.ZodType) =>
  /"(family_name|birth_date|phone_home|external_id)"/.test(
    JSON.stringify(toJSONSchema(reply, { unrepresentable: 'any' })),
  );

describe('the list', () => {
  it('can be filtered by record, day and words, and downloaded as a file', async () => {
    await get(nurse, `/visits/${hospital.visitId}`);
    const today = new Date().toISOString().slice(0, 10);
    expect(await entriesOf(`record_type=visits&record_id=${hospital.visitId}&${of(nurse)}`)).toHaveLength(1);
    expect(await entriesOf(`from=${today}&to=${today}&${of(nurse)}`)).toHaveLength(1);
    expect(await entriesOf(`to=2020-01-01&${of(nurse)}`)).toHaveLength(0);
    expect((await entriesOf('term=visits')).length).toBeGreaterThan(0);
    expect(await entriesOf('term=nothing-like-this')).toEqual([]);
    const file = await get(officer, `/audit.csv?${of(nurse)}`);
    expect([file.status, String(file.body)]).toEqual([200, expect.stringContaining(`visits,${hospital.visitId}`)]);
    expect((await get(officer, '/audit?from=yesterday')).body.errors).toHaveProperty('from');
  });

  it('names what was changed, and no patient', async () => {
    const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const made = await server.call({
      method: 'POST',
      url: '/api/v1/categories',
      headers: admin.headers,
      payload: { category: { title: 'Food and drink' } },
    });
    await get(admin, `/patients/${hospital.patientId}`);
    const entries = await entriesOf(of(admin));
    const named = entries.map(({ record_type, record_id, record_name }) => [record_type, record_id, record_name]);
    expect(named).toContainEqual(['categories', made.body.data.id, 'Food and drink']);
    expect(named).toContainEqual(['patients', hospital.patientId, null]);
  });

  it('shows each hospital its own entries, and needs its permission', async () => {
    const other = await server.makeApplication();
    const theirs = await server.makeUser({ applications: [other], permissions: ['audit.list'] });
    await get(nurse, `/visits/${hospital.visitId}`);
    const superuser = await server.makeUser({ superUser: true });
    expect((await get(theirs, `/audit?${of(nurse)}`)).body.data).toEqual([]);
    expect((await get(theirs, `/audit?application_id=${hospital.id}`)).body.data).toEqual([]);
    expect((await get(nurse, '/audit')).status).toBe(403);
    const all = (await get(superuser, `/audit?${of(nurse)}`)).body.data;
    expect(all.map(({ application_id }: Json) => application_id)).toContain(hospital.id);
    const some = (await get(superuser, `/audit?application_id=${other.id}`)).body.data;
    expect(some.every(({ application_id }: Json) => application_id === other.id)).toBe(true);
  });
});
