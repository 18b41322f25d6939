import { fhir } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../testing/api-key.ts';
import { within } from '../../testing/builders.ts';
import { fhirClient, type FhirClient } from '../../testing/fhir/fhir-client.ts';
import { makeFhirWorld, type FhirWorld } from '../../testing/fhir/fhir-world.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let world: FhirWorld;
let client: FhirClient;

const BASE = 'http://wardvoice.test/fhir/r4';
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  world = await makeFhirWorld(server);
  const admin = await server.makeUser({ applications: [world], permissions: ['admin'] });
  const permissions = Object.values(fhir.RESOURCES).map(({ permission }) => permission);
  const { headers } = await makeApiKey(server, admin, { permissions: [...new Set(permissions)] });
  client = fhirClient(server, headers);
  const claim = `/cases/${world.caseId}`;
  await server.as(admin)('PUT', claim, { case: { action: 'claim' } });
  const { data } = (await server.as(admin)('GET', claim)).body;
  ownerId = data.claimed_by_id;
  const entries = await server.as(admin)('GET', `/audit?user_id=${ownerId}&record_type=cases&action=update`);
  entryId = entries.body.data[0].id;
  await client.get(`Patient/${world.otherPatientId}`);
  await within(server, world, (tx) =>
    tx
      .updateTable('invitations')
      .set({ identifier: 'urn:portal|form|1' })
      .where('id', '=', (of) => of.selectFrom('feedback').select('invitation_id').where('id', '=', world.feedbackId))
      .execute(),
  );
  await within(server, world, (tx) =>
    tx
      .updateTable('deliveries')
      .set({ delivered_at: new Date('2026-11-24T10:00:00Z') })
      .where('id', '=', world.deliveryId)
      .execute(),
  );
}, 60_000);
/** Who has claimed the case. */
let ownerId: number;
/** The entry of the audit about that. */
let entryId: number;
afterAll(() => server.stop());

/**
 * For each parameter of the capability statement: a value that finds the record of the world, and one that does not. Where the
 * record is not that of its access case, its id is the third.
 */
type Pair = readonly [finds: string, misses: string];
const system = (name: string, code: string) => `${BASE}/CodeSystem/${name}|${code}`;

const pairs = (): Record<fhir.ResourceType, { id: number; by: Record<string, Pair> }> => {
  const { patientId, otherPatientId, visitId, surveyId, own } = world;
  const patient: Pair = [`Patient/${patientId}`, `Patient/${otherPatientId}`];
  const common: Record<string, Pair> = { _lastUpdated: ['ge2020-01-01', 'lt2020-01-01'] };
  const by = (id: number, more: Record<string, Pair>) => ({
    id,
    by: { _id: [`${id},0`, '999999'] as Pair, ...common, ...more },
  });
  return {
    Patient: by(patientId, {
      identifier: [`${BASE}/namespace/${world.id}/HOSP|FULL`, `urn:oid:1.2.3|FULL`],
      family: ['invent', 'nvent'],
      given: ['ORL', 'X'],
      birthdate: ['1970-05-17', 'gt1970-05-17'],
      active: ['true', 'false'],
    }),
    Encounter: by(visitId, {
      patient,
      subject: [`${BASE}/Patient/${patientId}`, String(otherPatientId)],
      identifier: [`${BASE}/identifier/visit/${world.id}|STAY`, 'OTHER|STAY'],
      date: [new Date().toISOString().slice(0, 10), 'lt2020-01-01'],
      status: ['finished', 'planned,cancelled'],
      class: ['http://terminology.hl7.org/CodeSystem/v3-ActCode|IMP', 'EMER'],
      location: ['ASH', 'CEDAR'],
    }),
    Appointment: by(world.appointmentId, {
      patient: [`Patient/${world.admittedPatientId}`, `Patient/${patientId}`],
      date: ['1970-01-01', 'ge1970-01-02'],
      status: ['arrived', 'booked'],
    }),
    Questionnaire: by(own.surveyId, {
      status: ['active', 'http://hl7.org/fhir/publication-status|retired'],
      title: ['every', 'type'],
      url: [`${BASE}/Questionnaire/${own.surveyId}`, `${BASE}/Questionnaire/${surveyId}`],
    }),
    QuestionnaireResponse: by(world.feedbackId, {
      identifier: ['urn:portal|form|1', 'urn:other|form|1'],
      patient,
      subject: patient,
      encounter: [`Encounter/${visitId}`, `Encounter/${world.appointmentId}`],
      questionnaire: [`${BASE}/Questionnaire/${surveyId}|1`, `${BASE}/Questionnaire/${surveyId}|2`],
      authored: [`lt${TOMORROW}`, `ge${TOMORROW}`],
      status: ['completed', 'amended'],
    }),
    Communication: by(world.deliveryId, {
      patient,
      subject: patient,
      encounter: [`Encounter/${visitId}`, `Encounter/${world.appointmentId}`],
      sent: [`lt${TOMORROW}`, `ge${TOMORROW}`],
      received: ['2026-11-24T12:00+02:00', '2026-11-24T12:00+03:00'],
      status: ['completed', 'not-done,stopped'],
      category: [system('delivery-purpose', 'survey'), 'case_notice'],
      medium: ['sms', system('delivery-channel', 'email')],
    }),
    Task: by(world.caseId, {
      patient,
      subject: patient,
      encounter: [`Encounter/${visitId}`, `Encounter/${world.appointmentId}`],
      focus: [`QuestionnaireResponse/${world.feedbackId}`, `QuestionnaireResponse/${world.ownFeedbackId}`],
      status: ['accepted', 'requested'],
      'business-status': ['claimed', system('case-state', 'new')],
      priority: ['urgent', 'routine,asap'],
      owner: [`${BASE}/identifier/user|${ownerId}`, String(world.colleagueId)],
      'authored-on': [`le${TOMORROW}`, 'eb2020'],
    }),
    Consent: by(world.consentEventId, {
      patient,
      status: ['active', 'inactive'],
      date: [`lt${TOMORROW}`, `ge${TOMORROW}`],
      category: ['all', system('consent-purpose', 'care')],
    }),
    AuditEvent: by(entryId, {
      date: [`lt${TOMORROW}`, `ge${TOMORROW}`],
      patient,
      agent: [String(ownerId), String(world.colleagueId)],
      subtype: [system('audit-action', 'update'), 'view'],
      outcome: ['0', '4'],
    }),
  };
};

describe('each parameter of the capability statement', () => {
  it.each(fhir.RESOURCE_TYPES)('finds what it should and leaves out the rest: %s', async (type) => {
    const { body } = await client.get('metadata');
    const { searchParam } = body.rest[0].resource.find((one: Json) => one.type === type);
    const { id, by } = pairs()[type];
    expect(searchParam.map(({ name }: Json) => name).toSorted()).toEqual(Object.keys(by).toSorted());
    for (const [name, [finds, misses]] of Object.entries(by)) {
      const ask = (value: string) => client.ids(`${type}?${new URLSearchParams({ [name]: value }).toString()}`);
      expect([name, finds, (await ask(finds)).includes(id)]).toEqual([name, finds, true]);
      expect([name, misses, (await ask(misses)).includes(id)]).toEqual([name, misses, false]);
    }
  });
});

describe('a search', () => {
  it('narrows by several parameters, and widens by several values of one', async () => {
    const visits = await client.ids('Encounter?status=onleave,planned');
    expect(visits).toHaveLength(3);
    expect(await client.ids('Encounter?status=onleave,planned&location=CEDAR&class=PRENC')).toHaveLength(1);
    expect(await client.ids('Encounter?date=ge2020-01-01&date=lt2020-02-01')).toEqual([]);
  });

  it('takes a comma as a part of a value after a backslash', async () => {
    expect(await client.ids('Patient?family:exact=Inventwell%5C,x')).toEqual([]);
    expect(await client.ids('Patient?family:exact=Inventwell,x')).toContain(world.patientId);
  });

  it('compares texts exactly and by a part where it is asked to', async () => {
    expect(await client.ids('Patient?family:exact=inventwell')).toEqual([]);
    expect(await client.ids('Questionnaire?title:contains=TYPE')).toEqual([world.own.surveyId]);
  });

  it('finds a date of birth of which only the year is known, wherever it may lie', async () => {
    const [emergency] = await client.ids('Patient?birthdate=1945');
    expect(await client.ids('Patient?birthdate=ge1945-06-01&birthdate=le1946')).toEqual([emergency]);
    expect(await client.ids('Patient?birthdate=lt1945')).toEqual([]);
  });

  it('finds a stay that lasts by each day of it', async () => {
    const { resources } = await client.walk(`Encounter?date=${TOMORROW}&status=onleave`);
    expect(resources.map(({ identifier }) => identifier[0].value)).toEqual(['LEAVER']);
  });

  it('counts without showing anything', async () => {
    const all = await client.ids('Patient');
    const { body } = await client.get('Patient?_summary=count');
    expect([body.total, body.entry]).toEqual([all.length, undefined]);
    expect((await client.get('Patient?_count=0&family=Inventwell')).body.total).toBeGreaterThan(0);
  });

  it('sorts by the last change, either way', async () => {
    const { resources } = await client.walk('Encounter?_sort=_lastUpdated&_count=2');
    const times = resources.map(({ meta }) => meta.lastUpdated);
    expect(times).toEqual(times.toSorted((a, b) => a.localeCompare(b)));
    const newestFirst = await client.ids('Encounter?_sort=-_lastUpdated&_count=3');
    expect(newestFirst).toEqual(resources.map(({ id }) => Number(id)).toReversed());
  });
});
