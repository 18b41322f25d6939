import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fates, MINUTE, NOON, stamp, after } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestApplication, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  // The survey is due an hour after the discharge.
  hospital = await makeAskingApplication(server, { delay: 60 });
});
afterAll(() => server.stop());

const ORLA = { patient: 'ORLA', family: 'Fakely', given: 'Orla', born: '19600101', phone: '07700 900111^PRN^CP' };
const UNA = { patient: 'UNA', family: 'Testwell', given: 'Una', born: '19700101', phone: '07700 900222^PRN^CP' };
const withoutVisit = { without: ['PV1'] };
const and = ({ patient, family, given, born }: typeof UNA) => [
  `PID|2||${patient}^^^HOSP^MR||${family}^${given}||${born}`,
];

let minutes = 0;
const tell = (...messages: MessageParts[]) =>
  feed(server, hospital, ...messages.map((one) => ({ at: stamp((minutes += 1) * 1_000), ...one })));
const link = () => tell({ ...ORLA, ...withoutVisit, event: 'A24', more: and(UNA) });
const unlink = () => tell({ ...ORLA, ...withoutVisit, event: 'A37', more: and(UNA) });

const patients = () =>
  within(server, hospital, (tx) =>
    tx.selectFrom('patients').select(['identifier', 'protected', 'merged_into_id']).orderBy('identifier').execute(),
  );

it('after a link by mistake is undone, the survey about a stay goes to the patient of that stay', async () => {
  await tell({ ...ORLA, event: 'A01', visit: 'HERS' }, { ...UNA, event: 'A01', visit: 'OTHER' });
  await tell({ ...UNA, event: 'A03', visit: 'OTHER' });
  await link();
  await unlink();
  server.setTime(after(90 * MINUTE));
  await server.runJobs({ asOf: after(90 * MINUTE) });
  expect(await fates(server, hospital)).toEqual(['sent']);
  expect(server.gateways.texts.at(-1)?.to).toBe('+447700900222');
});

it('what was asked and answered before a link is of its patient again after the unlink', async () => {
  await tell({ ...ORLA, event: 'A01', visit: 'HERS' }, { ...UNA, event: 'A01', visit: 'OTHER' });
  await tell({ ...UNA, event: 'A03', visit: 'OTHER' });
  server.setTime(after(90 * MINUTE));
  await server.runJobs({ asOf: after(90 * MINUTE) });
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'It was loud.');
  const whose = async () => {
    const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const lists = ['/feedback', '/cases', '/deliveries?purpose=survey'];
    const answers = await Promise.all(lists.map((path) => server.as(nurse)('GET', path)));
    return answers.flatMap(({ body }) => body.data.map(({ family_name }: Json) => family_name));
  };
  expect(await whose()).toEqual(['Testwell', 'Testwell', 'Testwell']);
  await link();
  expect(await whose()).toEqual(['Fakely', 'Fakely', 'Fakely']);
  await unlink();
  expect(await whose()).toEqual(['Testwell', 'Testwell', 'Testwell']);
});

it('a stay from before a link stays with its patient, under whichever number it was reported since', async () => {
  await tell({ ...ORLA, event: 'A01', visit: 'HERS' }, { ...UNA, event: 'A01', visit: 'OTHER' });
  await link();
  // The linked patients are one record here, with the facts of the surviving one.
  await tell({ ...ORLA, patient: 'UNA', event: 'A02', visit: 'HERS', ward: 'BIRCH' });
  await tell({ ...ORLA, patient: 'UNA', event: 'A01', visit: 'SINCE' });
  await unlink();
  const stays = await within(server, hospital, (tx) =>
    tx
      .selectFrom('visits as v')
      .innerJoin('patients as p', 'p.id', 'v.patient_id')
      .select(['v.visit_number', 'p.identifier'])
      .where('p.merged_into_id', 'is', null)
      .orderBy('v.visit_number')
      .execute(),
  );
  expect(stays).toEqual([
    { visit_number: 'HERS', identifier: 'ORLA' },
    { visit_number: 'OTHER', identifier: 'UNA' },
    { visit_number: 'SINCE', identifier: 'UNA' },
  ]);
});

it('a protection that was reported for two linked records applies to both after the unlink', async () => {
  await tell({ ...ORLA, event: 'A01' }, { ...UNA, event: 'A01' });
  await link();
  await tell({ ...ORLA, ...withoutVisit, event: 'A31', more: ['PD1||||||||||||Y'] });
  await unlink();
  expect(await patients()).toMatchObject([
    { identifier: 'ORLA', protected: true, merged_into_id: null },
    { identifier: 'UNA', protected: true, merged_into_id: null },
  ]);
});

it('a link can be undone also after its record was merged into a third', async () => {
  const third = { patient: 'THIRD', family: 'Fakely', born: '19600101' };
  await tell({ ...ORLA, event: 'A01' }, { ...UNA, event: 'A01' }, { ...third, event: 'A01' });
  await link();
  await tell({ ...third, ...withoutVisit, event: 'A40', more: ['MRG|ORLA^^^HOSP^MR'] });
  await unlink();
  const [orla, other, una] = await patients();
  expect([orla?.merged_into_id === null, other?.merged_into_id, una?.merged_into_id]).toEqual([false, null, null]);
});

it('merges undone in the order in which they were made leave to each patient what is theirs', async () => {
  const third = { patient: 'THIRD', family: 'Fakely', born: '19600101' };
  await tell({ ...ORLA, event: 'A01', visit: 'HERS' }, { ...UNA, event: 'A01', visit: 'OTHER' });
  await tell({ ...third, ...withoutVisit, event: 'A28' });
  await link();
  await tell({ ...third, ...withoutVisit, event: 'A40', more: ['MRG|ORLA^^^HOSP^MR'] });
  await unlink();
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const merges = await within(server, hospital, (tx) =>
    tx.selectFrom('patient_merges').select(['id', 'survivor_id']).where('undone_at', 'is', null).execute(),
  );
  expect(merges).toHaveLength(1);
  const [{ id, survivor_id } = { id: 0, survivor_id: 0 }] = merges;
  expect((await server.as(admin)('PUT', `/patients/${survivor_id}/merges/${id}/undo`)).status).toBe(200);
  const owned = await within(server, hospital, (tx) =>
    tx
      .selectFrom('patients as p')
      .leftJoin('visits as v', 'v.patient_id', 'p.id')
      .leftJoin('patient_identifiers as n', 'n.patient_id', 'p.id')
      .select(['p.identifier', 'n.identifier as number', 'v.visit_number'])
      .orderBy('p.identifier')
      .execute(),
  );
  expect(owned).toEqual([
    { identifier: 'ORLA', number: 'ORLA', visit_number: 'HERS' },
    { identifier: 'THIRD', number: 'THIRD', visit_number: null },
    { identifier: 'UNA', number: 'UNA', visit_number: 'OTHER' },
  ]);
});

it('a number that A43 moves leaves the same number of another authority behind', async () => {
  await tell(
    { ...ORLA, patient: '7^^^NORTH^MR~7', event: 'A28', ...withoutVisit },
    { ...UNA, event: 'A28', ...withoutVisit },
  );
  await tell({ ...UNA, ...withoutVisit, event: 'A43', more: ['MRG|7^^^NORTH^MR'] });
  const rows = await within(server, hospital, (tx) =>
    tx
      .selectFrom('patient_identifiers as i')
      .innerJoin('patient_authorities as a', 'a.id', 'i.authority_id')
      .innerJoin('patients as p', 'p.id', 'i.patient_id')
      .select(['a.title', 'i.identifier', 'p.family_name', 'p.merged_into_id'])
      .orderBy('a.title')
      .orderBy('i.identifier')
      .execute(),
  );
  expect(rows).toEqual([
    { title: 'HOSP', identifier: '7', family_name: 'Fakely', merged_into_id: null },
    { title: 'HOSP', identifier: 'UNA', family_name: 'Testwell', merged_into_id: null },
    { title: 'NORTH', identifier: '7', family_name: 'Testwell', merged_into_id: null },
  ]);
});
