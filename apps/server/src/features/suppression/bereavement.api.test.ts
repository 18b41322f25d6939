import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY, fates, HOUR, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { credentialsOf, feed, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import { forgetPatients } from '../patient-identity/index.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
});

const MOTHER = { patient: 'MUM', visit: 'MUM', born: '19950405', phone: '07700 900111' };
const OF_HER_OWN = '07700 900222';
const child = (parts: MessageParts = {}): MessageParts => ({
  event: 'A28',
  at: stamp(-HOUR),
  patient: 'BABY',
  given: 'Boy',
  born: stamp(-DAY).slice(0, 8),
  phone: '',
  without: ['PV1'],
  ...parts,
});
const namesHer = { mother: 'MUM^^^HOSP^MR' };
const leaves = (parts: MessageParts = {}): MessageParts => ({ event: 'A03', at: stamp(-MINUTE), ...MOTHER, ...parts });
const read = async (...messages: MessageParts[]) => {
  await feed(server, hospital, ...messages);
  return fates(server, hospital);
};
const BEREAVED = ['suppressed: bereaved'];

it('the mother of a child who died is not asked, whichever of them is heard of first', async () => {
  expect(await read(child({ ...namesHer, died: 'Y' }), leaves())).toEqual(BEREAVED);
  hospital = await makeAskingApplication(server);
  expect(await read(leaves(), child(namesHer))).toEqual(['scheduled']);
  await feed(server, hospital, child({ event: 'A08', at: stamp(-MINUTE), died: 'Y' }));
  await server.runJobs();
  expect(await fates(server, hospital)).toEqual(BEREAVED);
});

it('the mother is known by the authority of her number, and after a merge by the number of before', async () => {
  await feed(server, hospital, child({ mother: 'MUM^^^ELSEWHERE^MR', died: 'Y' }));
  expect(await read(leaves())).toEqual(['scheduled']);
  hospital = await makeAskingApplication(server);
  await feed(server, hospital, child({ ...namesHer, died: 'Y' }), { ...MOTHER, event: 'A01', at: stamp(-HOUR) });
  await feed(server, hospital, {
    ...MOTHER,
    event: 'A40',
    patient: 'NEW',
    more: ['MRG|MUM^^^HOSP^MR'],
    without: ['PV1'],
  });
  expect(await read(leaves({ patient: 'NEW' }))).toEqual(BEREAVED);
});

it('nothing goes to the phone or e-mail of a child who died, where nobody says whose child it was', async () => {
  const parents = { phone: '07700 900333^PRN^CP^home@example.org', visit: 'DAD', patient: 'DAD' };
  await feed(server, hospital, child({ phone: '07700 900333', born: '20150101', died: 'Y' }));
  expect(await read(leaves(parents))).toEqual(BEREAVED);
  hospital = await makeAskingApplication(server, { channel: 'email' });
  await feed(server, hospital, child({ phone: '^NET^Internet^HOME@example.org', born: '20150101', died: 'Y' }));
  expect(await read(leaves(parents))).toEqual(BEREAVED);
  // A grown-up who died with the same phone, such as a husband, is no reason not to ask about one's own stay.
  hospital = await makeAskingApplication(server);
  await feed(server, hospital, child({ phone: '07700 900333', born: '19600101', died: 'Y' }));
  expect(await read(leaves(parents))).toEqual(['scheduled']);
});

it('a diagnosis says so, too, on any stay of the year, told before or after the discharge', async () => {
  const lost = { more: ['DG1|1||O03.9^Invented^I10'] };
  expect(await read(leaves(lost))).toEqual(BEREAVED);
  expect((await read(leaves({ visit: 'NEXT', phone: OF_HER_OWN }))).at(-1)).toBe('suppressed: bereaved');
  hospital = await makeAskingApplication(server, { delay: 600 });
  expect(await read(leaves())).toEqual(['scheduled']);
  await feed(server, hospital, { ...MOTHER, ...lost, event: 'A08', at: stamp() });
  server.setTime(new Date(NOON.getTime() + DAY));
  await server.runJobs();
  expect(await fates(server, hospital)).toEqual(BEREAVED);
});

it('which diagnoses these are is a setting of the application', async () => {
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const put = (loss_diagnoses: string[]) =>
    server.as(admin)('PUT', `/applications/${hospital.id}`, { application: { loss_diagnoses } });
  expect((await put(['X'])).body.errors).toEqual({ 'loss_diagnoses.0': ['Use codes of at least two characters.'] });
  expect((await put(['Q99'])).status).toBe(200);
  expect(await read(leaves({ more: ['DG1|1||O03.9'] }))).toEqual(['scheduled']);
  expect((await read(leaves({ patient: 'Q', visit: 'Q', phone: OF_HER_OWN, more: ['DG1|1||q991'] }))).at(-1)).toBe(
    'suppressed: bereaved',
  );
});

it('the number of the mother goes with what is known of her, and with nobody else of that number', async () => {
  const elsewhere = { patient: 'MUM^^^ELSEWHERE^MR~OTHER', visit: 'OTHER', phone: OF_HER_OWN, born: '19400101' };
  await feed(server, hospital, child({ ...namesHer, died: 'Y' }), leaves(), leaves(elsewhere));
  const forget = (born: string) =>
    within(server, hospital, async (tx) => {
      const { id } = await tx
        .selectFrom('patients')
        .select('id')
        .where('birth_date', '=', born)
        .executeTakeFirstOrThrow();
      await forgetPatients(tx, hospital.id, [id], NOON);
      const { mother_identifier: mother } = await tx
        .selectFrom('patients')
        .select('mother_identifier')
        .where('deceased', '=', true)
        .executeTakeFirstOrThrow();
      return mother;
    });
  expect(await forget('1940-01-01')).toBe('MUM');
  expect(await forget('1995-04-05')).toBeNull();
});

it('a year later she is asked again', async () => {
  await feed(server, hospital, child({ ...namesHer, died: 'Y' }), leaves({ more: ['DG1|1||O36.4'] }));
  expect(await fates(server, hospital)).toEqual(BEREAVED);
  server.setTime(new Date(NOON.getTime() + 367 * DAY));
  expect((await read(leaves({ at: stamp(367 * DAY), visit: 'LATER' }))).at(-1)).toBe('scheduled');
});

it('neither what a rule tells nor what a colleague asks is sent, but what a colleague has a reason for, or answers', async () => {
  await makeTrigger(server, hospital, { action: 'send_sms', text: 'See you again', filters: { event: ['A03'] } });
  await feed(server, hospital, child({ ...namesHer, died: 'Y' }), leaves());
  expect(await fates(server, hospital)).toEqual([...BEREAVED, ...BEREAVED]);
  const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const { id } = await within(server, hospital, (tx) =>
    tx.selectFrom('hl7_messages').select('id').where('event', '=', 'A03').executeTakeFirstOrThrow(),
  );
  const send = async (what = {}) => {
    const survey = { phone: '+447700900111', survey_id: hospital.survey.id, ...what };
    return (await server.as(nurse)('POST', `/hl7_messages/${id}/send`, survey)).body.data;
  };
  expect(await send()).toMatchObject({ reason: 'bereaved', overridable: true, possible_from: null });
  expect(await send({ override_reason: 'She asked for it.' })).toMatchObject({ state: 'scheduled' });
  await server.runJobs();

  const headers = await credentialsOf(server, hospital);
  const payload = { from: '+447700900111', text: 'Whom can I talk to?' };
  await server.call({ method: 'POST', url: '/api/v1/inbound/sms', headers, payload });
  const { body } = await server.as(nurse)('GET', '/inbound_texts');
  await server.as(nurse)('POST', `/inbound_texts/${body.data[0].id}/reply`, { text: 'Somebody will call you today.' });
  await server.runJobs();
  const words = server.gateways.texts.filter(({ to }) => to === '+447700900111').map(({ text }) => text);
  expect(words).toContain('Somebody will call you today.');
});

it('in person, staff are told, and may ask all the same', async () => {
  await feed(server, hospital, child({ ...namesHer, died: 'Y' }), leaves());
  const nurse = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const { id, patient_id } = await within(server, hospital, (tx) =>
    tx.selectFrom('hl7_messages').select(['id', 'patient_id']).where('event', '=', 'A03').executeTakeFirstOrThrow(),
  );
  const { body } = await server.as(nurse)('GET', `/hl7_messages/${id}/feedback/person`);
  expect(body.data.refusal).toBe('bereaved');
  const start = (again: boolean) =>
    server.as(nurse)('POST', `/hl7_messages/${id}/feedback/start`, {
      feedback: { patient_id, on: 'own_phone', again },
    });
  expect((await start(false)).body.message).toContain('lost a child');
  expect((await start(true)).status).toBe(201);
});
