import { fhir } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../testing/api-key.ts';
import { feed, within } from '../../testing/builders.ts';
import { fhirClient } from '../../testing/fhir/fhir-client.ts';
import { makeFhirWorld, type FhirWorld } from '../../testing/fhir/fhir-world.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let world: FhirWorld;
let nurse: TestUser;
let everywhere: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeFhirWorld(server);
  // Somebody who was in the nurse's ward and in another.
  const both = { patient: 'BOTH', phone: '' };
  await feed(
    server,
    world,
    { ...both, event: 'A01', ward: 'CEDAR', visit: 'BOTHCEDAR' },
    { ...both, event: 'A01', ward: 'ASH', visit: 'BOTHASH' },
  );
  const people = { applications: [world], permissions: ['admin'] };
  nurse = await server.makeUser({ ...people, locations: ['CEDAR', 'BIRCH'] });
  everywhere = await server.makeUser(people);
}, 60_000);
afterAll(() => server.stop());

/** Where the JSON API lists the same records. */
const LISTS = {
  Patient: '/patients',
  QuestionnaireResponse: '/feedback',
  Communication: '/deliveries',
  Task: '/cases',
  Consent: '/consent_events',
} as const satisfies Partial<Record<fhir.ResourceType, string>>;

const idsOf = async (user: TestUser, list: string): Promise<number[]> => {
  const { body } = await server.as(user)('GET', `${list}?per_page=200`);
  return body.data.map(({ id }: Json) => id).toSorted((a: number, b: number) => a - b);
};

describe('somebody of some wards', () => {
  it.each(Object.entries(LISTS))('finds what the JSON API lists, and nothing more: %s', async (type, list) => {
    for (const user of [nurse, everywhere]) {
      const merged = type === 'Patient' ? '?active=true' : '';
      const ids = await fhirClient(server, user.headers).ids(type + merged);
      expect(ids.toSorted((a, b) => a - b)).toEqual(await idsOf(user, list));
    }
  });

  it('finds the visits of these wards alone, also of somebody who was elsewhere as well', async () => {
    const client = fhirClient(server, nurse.headers);
    for (const type of ['Encounter', 'Appointment']) {
      const { resources } = await client.walk(type);
      expect(resources.length).toBeGreaterThan(0);
      const wards = resources.flatMap((one) => JSON.stringify(one).match(/"display":"[A-Z]+"/g) ?? []);
      expect([...new Set(wards)].filter((ward) => !/CEDAR|BIRCH/.test(ward))).toEqual([]);
    }
    const { resources } = await client.walk('Encounter?identifier=BOTHCEDAR,BOTHASH');
    expect(resources.map(({ identifier }) => identifier[0].value)).toEqual(['BOTHCEDAR']);
  });

  it('finds a case of another ward that they were told of, as on the screen', async () => {
    await within(server, world, (tx) =>
      tx
        .insertInto('inbox_items')
        .values({
          application_id: world.id,
          user_id: nurse.id,
          case_id: world.caseId,
          feedback_id: world.feedbackId,
          kind: 'case_opened',
          question: 'Bell',
          answer: 'No',
          created_at: new Date(),
        })
        .execute(),
    );
    expect(await fhirClient(server, nurse.headers).ids('Task')).toEqual([world.caseId]);
    expect(await idsOf(nurse, '/cases')).toEqual([world.caseId]);
  });

  it('learns of no patient of another ward from the audit', async () => {
    const { resources } = await fhirClient(server, nurse.headers).walk('AuditEvent');
    const visible = new Set(await fhirClient(server, nurse.headers).ids('Patient'));
    const named = JSON.stringify(resources).match(/Patient\/\d+/g) ?? [];
    expect(named.filter((reference) => !visible.has(Number(reference.slice('Patient/'.length))))).toEqual([]);
    expect(await fhirClient(server, nurse.headers).ids(`AuditEvent?patient=${world.patientId}`)).toEqual([]);
  });
});

describe('an API key', () => {
  it.each(fhir.RESOURCE_TYPES)('reads what its permission allows, and nothing else: %s', async (type) => {
    const { permission } = fhir.RESOURCES[type];
    const { headers } = await makeApiKey(server, everywhere, { permissions: [permission] });
    const client = fhirClient(server, headers);
    const allowed: string[] = [];
    const refused: number[] = [];
    for (const other of fhir.RESOURCE_TYPES) {
      const { status } = await client.get(`${other}?_count=1`);
      if (status === 200) allowed.push(other);
      else refused.push(status);
    }
    expect(allowed).toEqual(fhir.RESOURCE_TYPES.filter((one) => fhir.RESOURCES[one].permission === permission));
    expect([...new Set(refused)]).toEqual([403]);
  });
});

describe('the audit', () => {
  it('names every patient whom a page has shown, by the key that read it', async () => {
    const { headers, id } = await makeApiKey(server, everywhere, { permissions: ['messages.list'], name: 'Engine' });
    const shown = await fhirClient(server, headers).ids('Patient?_count=500');
    const { data } = (await server.as(everywhere)('GET', `/audit?api_key_id=${id}`)).body;
    expect(data).toMatchObject([{ record_type: 'Patient', action: 'list', details: { count: shown.length } }]);
    expect(new Set(data[0].patient_ids)).toEqual(new Set(shown));
  });
});
