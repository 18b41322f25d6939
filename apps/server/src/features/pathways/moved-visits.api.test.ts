import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { after, DAY, HOUR, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, makeSurvey, makeTrigger } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { runDueSteps } from './index.ts';

/** A pathway goes with the stay that began it, whomever the hospital gives that stay to. */
let server: TestServer;
let hospital: TestApplication;

const ORLA = { patient: 'ORLA', family: 'Fakely', given: 'Orla', born: '19600101', phone: '07700 900111^PRN^CP' };
const UNA = { patient: 'UNA', family: 'Testwell', given: 'Una', born: '19700101', phone: '07700 900222^PRN^CP' };
const ORLAS = '+447700900111';
const UNAS = '+447700900222';
/** How two linked people are told of: as one, with the facts of the one who stays. */
const LINKED = { ...ORLA, patient: 'UNA' };
const withoutVisit = { without: ['PV1'] };
const and = ({ patient, family, given, born }: typeof UNA) => [
  `PID|2||${patient}^^^HOSP^MR||${family}^${given}||${born}`,
];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  minutes = 0;
  hospital = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, hospital);
  const step = (after_days: number) => ({
    title: `Day ${after_days}`,
    survey_id: survey.id,
    after_days,
    window_days: 14,
    channel: 'sms',
  });
  const { body } = await call('POST', '/pathways', { pathway: { title: 'New hip', steps: [step(42), step(180)] } });
  await makeTrigger(server, hospital, { action: 'begin_pathway', pathway_id: body.data.id });
});

async function call(method: 'GET' | 'POST', path: string, payload?: Json) {
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  return server.as(admin)(method, path, payload);
}

let minutes = 0;
/** Tells of these events, each a minute after the last. */
const tell = (...messages: MessageParts[]) =>
  feed(server, hospital, ...messages.map((one) => ({ at: stamp((minutes += 1) * 60_000 - HOUR), ...one })));

/** Goes to a day after the beginning, and decides and sends what is due. Returns to whom SMS were sent. */
async function goTo(day: number): Promise<string[]> {
  const earlier = await listDeliveries(server, hospital);
  server.setTime(after(day * DAY));
  await runDueSteps(server.ctx);
  await server.runJobs({ asOf: after(day * DAY) });
  const sent = (await listDeliveries(server, hospital)).filter(({ state }) => state === 'sent');
  return sent.slice(earlier.length).map(({ recipient }) => recipient ?? '');
}

/** "UNA active", "ORLA ended (merged)" */
async function places(): Promise<string[]> {
  const { body } = await call('GET', '/pathway_enrolments?sort=started_at');
  return body.data.map(
    ({ identifier, state, end_reason }: Json) => `${identifier} ${state}${end_reason ? ` (${end_reason})` : ''}`,
  );
}

const discharge = (who: typeof ORLA, visit: string): MessageParts[] => [
  { ...who, event: 'A01', visit },
  { ...who, event: 'A03', visit },
];

it.each(['A44', 'A45'])('goes to the patient to whom an %s moves its stay', async (event) => {
  await tell(...discharge(ORLA, 'V1'), { ...UNA, ...withoutVisit, event: 'A28' });
  await tell({ ...UNA, event, visit: 'V1', more: ['MRG|ORLA^^^HOSP^MR||||V1'] });
  expect(await places()).toEqual(['UNA active']);
  expect(await goTo(42)).toEqual([UNAS]);
  expect(await goTo(180)).toEqual([UNAS]);
});

it('stays with the patient of another stay', async () => {
  await tell(...discharge(ORLA, 'V1'), { ...ORLA, event: 'A01', visit: 'V2' });
  await tell({ ...UNA, ...withoutVisit, event: 'A28' });
  await tell({ ...UNA, event: 'A44', visit: 'V2', more: ['MRG|ORLA^^^HOSP^MR||||V2'] });
  expect(await places()).toEqual(['ORLA active']);
  expect(await goTo(42)).toEqual([ORLAS]);
});

it('that began while two people were linked by mistake goes back with its stay', async () => {
  await tell({ ...ORLA, event: 'A01', visit: 'HERS' }, { ...UNA, event: 'A01', visit: 'OTHER' });
  await tell({ ...ORLA, ...withoutVisit, event: 'A24', more: and(UNA) });
  await tell({ ...LINKED, event: 'A03', visit: 'OTHER' });
  await tell({ ...ORLA, ...withoutVisit, event: 'A37', more: and(UNA) });
  expect(await places()).toEqual(['UNA active']);
});

it('that began with a stay from after a link goes back with that stay', async () => {
  await tell({ ...ORLA, ...withoutVisit, event: 'A28' }, { ...UNA, ...withoutVisit, event: 'A28' });
  await tell({ ...ORLA, ...withoutVisit, event: 'A24', more: and(UNA) });
  await tell(...discharge(LINKED, 'SINCE'));
  await tell({ ...ORLA, ...withoutVisit, event: 'A37', more: and(UNA) });
  expect(await places()).toEqual(['UNA active']);
});

it('is of one place only, the earlier, where a stay comes to somebody who is in it', async () => {
  await tell(...discharge(UNA, 'V0'), ...discharge(ORLA, 'V1'));
  await tell({ ...UNA, event: 'A44', visit: 'V1', more: ['MRG|ORLA^^^HOSP^MR||||V1'] });
  expect(await places()).toEqual(['UNA active', 'UNA ended (merged)']);
  expect(await goTo(42)).toEqual([UNAS]);
});

it('gives up a later place where an earlier stay comes to somebody who is in it', async () => {
  await tell(...discharge(ORLA, 'V1'), ...discharge(UNA, 'V0'));
  await tell({ ...UNA, event: 'A44', visit: 'V1', more: ['MRG|ORLA^^^HOSP^MR||||V1'] });
  expect(await places()).toEqual(['UNA active', 'UNA ended (merged)']);
  expect(await goTo(42)).toEqual([UNAS]);
});

it('begun by hand about a stay goes on with the stay that it becomes, and is restored with it', async () => {
  await tell({ ...ORLA, event: 'A01', visit: 'SAME' }, { ...UNA, event: 'A01', visit: 'SAME' });
  const { body } = await call('GET', '/hl7_messages');
  const unas = body.data.find(({ patient_identifier }: Json) => patient_identifier === 'UNA');
  const [pathway] = (await call('GET', '/pathways')).body.data;
  const enrolment = {
    pathway_id: pathway.id,
    patient_id: unas.patient_id,
    visit_id: unas.visit_id,
    started_on: NOON.toISOString().slice(0, 10),
  };
  expect((await call('POST', '/pathway_enrolments', { enrolment })).status).toBe(201);
  await tell({ ...ORLA, ...withoutVisit, event: 'A24', more: and(UNA) });
  const visitOf = async () => (await call('GET', '/pathway_enrolments')).body.data[0].visit_id;
  expect(await visitOf()).not.toBeNull();
  await tell({ ...ORLA, ...withoutVisit, event: 'A37', more: and(UNA) });
  expect([await places(), await visitOf()]).toEqual([['UNA active'], unas.visit_id]);
});
