import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/database.ts';
import { feed, within } from '../../testing/builders.ts';
import { openTransaction } from '../../testing/open-transaction.ts';
import { fhirClient, type FhirClient } from '../../testing/fhir/fhir-client.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { forgetAnswersOf } from '../feedback/index.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;
let client: FhirClient;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = fhirClient(server, admin.headers);
});
afterAll(() => server.stop());

/** Reads on from a time, as an integration engine does, and returns where to go on the next time. */
async function readOn(type: string, since: string): Promise<{ found: Json[]; until: string }> {
  const { resources, pages } = await client.walk(`${type}?_lastUpdated=ge${since}&_count=2`);
  return { found: resources, until: pages[0].meta.lastUpdated };
}

const renamed = (tx: Tx, id: number, given: string) =>
  tx.updateTable('patients').set({ given_name: given }).where('id', '=', id).execute();

const namesIn = (resources: readonly Json[]): string[] =>
  resources.map(({ name }): string => name[0].given[0]).toSorted((a, b) => a.localeCompare(b));

describe('whoever reads on by _lastUpdated', () => {
  it('misses nothing that was changed early and committed late', async () => {
    const { until } = await readOn('Patient', '2020-01-01');
    const commit = await openTransaction(server, hospital, (tx) => renamed(tx, hospital.patientId, 'Early'));
    await within(server, hospital, (tx) => renamed(tx, hospital.otherPatientId, 'Late'));

    const meanwhile = await readOn('Patient', until);
    expect(meanwhile.found).toEqual([]);
    // A search that does not read by change shows what is there.
    expect(namesIn((await client.walk('Patient?given=Late')).resources)).toEqual(['Late']);

    await commit();
    const { found } = await readOn('Patient', meanwhile.until);
    expect(namesIn(found)).toEqual(['Early', 'Late']);
  });

  it('gets each version once, however many read and write at a time', async () => {
    const ids = [hospital.patientId, hospital.otherPatientId, hospital.admittedPatientId];
    let { until } = await readOn('Patient', '2020-01-01');
    const seen = new Map<string, Json>();
    const read = async () => {
      const next = await readOn('Patient', until);
      for (const patient of next.found) {
        const version = `${patient.id} ${patient.meta.lastUpdated}`;
        expect(seen.has(version)).toBe(false);
        seen.set(version, patient);
      }
      ({ until } = next);
    };
    const write = async (writer: number) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const id = ids[(writer + turn) % ids.length] as number;
        await within(server, hospital, async (tx) => {
          await renamed(tx, id, `Writer ${writer} ${turn}`);
          // Other statements between the change and its commit, so that transactions end in another order than they changed.
          for (let more = 0; more < (writer * 7 + turn * 3) % 11; more += 1)
            await tx.selectFrom('visits').select('id').execute();
        });
      }
    };
    let isWriting = true;
    const writing = Promise.all([0, 1, 2, 3].map(write)).finally(() => (isWriting = false));
    while (isWriting) await read();
    await writing;
    for (const id of ids) {
      const { body } = await client.get(`Patient/${id}`);
      const version = `${id} ${body.meta.lastUpdated}`;
      // What changed in this millisecond is read in the next.
      while (!seen.has(version)) await read();
      expect(seen.get(version)).toEqual(body);
    }
  });

  it('walks to the end of its pages while rows change behind it', async () => {
    const first = await client.get('Patient?_sort=_lastUpdated&_count=1');
    const [shown] = first.body.entry;
    await within(server, hospital, (tx) => renamed(tx, Number(shown.resource.id), 'Changed'));
    const next: string = first.body.link.find(({ relation }: Json) => relation === 'next').url;
    const { resources } = await client.walk(next.slice('http://wardvoice.test/fhir/r4/'.length));
    expect(resources.map(({ id }) => id)).not.toContain(shown.resource.id);
    const since = first.body.meta.lastUpdated;
    await expect.poll(async () => namesIn((await readOn('Patient', since)).found)).toEqual(['Changed']);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    ['a patient got another number', 'Patient', () => feedAbout({ event: 'A28', without: ['PV1'] })],
    [
      'a visit moved to another ward',
      'Encounter',
      () => feed(server, hospital, { event: 'A02', patient: 'THIRD', visit: 'THIRD', ward: 'BIRCH' }),
    ],
    [
      'somebody noted something about a case',
      'Task',
      () => server.as(admin)('POST', `/cases/${hospital.caseId}/notes`, { note: { text: 'I have called.' } }),
    ],
    [
      'a question of a survey was written anew',
      'Questionnaire',
      () =>
        server.as(admin)('PUT', `/questions/${hospital.questionIds[0]}`, { question: { title: 'How was it really?' } }),
    ],
    [
      'what somebody wrote was erased',
      'QuestionnaireResponse',
      () =>
        within(server, hospital, async (tx) => {
          await forgetAnswersOf(tx, hospital.id, { patientIds: [hospital.patientId], contactIds: [] });
        }),
    ],
    [
      'a failed delivery is tried again',
      'Communication',
      () => server.as(admin)('POST', `/deliveries/${hospital.failedDeliveryId}/retry`),
    ],
  ])('hears that %s', async (_what, type, change) => {
    const { until } = await readOn(type, '2020-01-01');
    await change();
    await expect.poll(async () => (await readOn(type, until)).found.length).toBeGreaterThan(0);
  });

  it('hears nothing of a message that says what was known', async () => {
    const again = { event: 'A08', patient: 'THIRD', visit: 'THIRD', family: 'Inventwell', given: 'Orla', phone: '' };
    await feed(server, hospital, again);
    const [patients, visits] = [await readOn('Patient', '2020-01-01'), await readOn('Encounter', '2020-01-01')];
    await feed(server, hospital, again);
    expect((await readOn('Patient', patients.until)).found).toEqual([]);
    expect((await readOn('Encounter', visits.until)).found).toEqual([]);
  });
});

/** A message about the patient that names a second number. */
async function feedAbout(parts: object): Promise<void> {
  const message = adt({ facility: hospital.facility, patient: 'THIRD', phone: '', ...parts });
  await server.receive(message.replace('THIRD^^^HOSP^MR', 'THIRD^^^HOSP^MR~4711^^^NHS^NH'));
  await server.processAll();
}
