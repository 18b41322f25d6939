import { afterAll, beforeAll, expect, it } from 'vitest';
import { BAD_REPLY, GOOD_REPLY, submit } from '../../../testing/asked-patients.ts';
import { feed, insertContacts, makeTrigger, within } from '../../../testing/builders.ts';
import { makeKioskHospital, makeTablet, type KioskHospital } from '../../../testing/outside/kiosk-tablet.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { addMember } from '../../mailing-lists/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type People = { name: string; email?: string; phone?: string; external_id?: string; language?: string }[];

async function makeList(people: People): Promise<KioskHospital & { ids: number[] }> {
  const hospital = await makeKioskHospital(server);
  const ids = await within(server, hospital.application, async (tx) => {
    if (people.length === 0) return [];
    const made = await insertContacts(tx, hospital.application, people);
    for (const id of made) await addMember(tx, hospital.application.id, hospital.listId, id);
    return made;
  });
  return { ...hospital, ids };
}

const url = ({ listId }: KioskHospital, rest = '') => `/api/v1/mailing_list/${listId}/feedback${rest}`;

const find = async (hospital: KioskHospital, term: string) => {
  const query = new URLSearchParams({ survey_id: String(hospital.surveyId), term });
  const found = await server.call({
    url: url(hospital, `/contacts?${query.toString()}`),
    headers: hospital.starter.headers,
  });
  expect(found.status).toBe(200);
  return found.body.data as { id: number; name: string; asked: { state: string } | null }[];
};

const take = (hospital: KioskHospital, contact_id: number, more: object = {}) =>
  server.call({
    method: 'POST',
    url: url(hospital),
    headers: hospital.starter.headers,
    payload: { feedback: { survey_id: hospital.surveyId, contact_id, ...more } },
  });

it('finds the people of the list by name and number, and nobody else', async () => {
  const hospital = await makeList([
    { name: 'Una Inventwell', external_id: 'N100' },
    { name: 'Otto Madeup', phone: '+447700900123' },
  ]);
  await within(server, hospital.application, (tx) =>
    insertContacts(tx, hospital.application, [{ name: 'Una Elsewhere' }]),
  );
  expect((await find(hospital, 'una')).map(({ name }) => name)).toEqual(['Una Inventwell']);
  expect((await find(hospital, 'N100')).map(({ name }) => name)).toEqual(['Una Inventwell']);
  expect((await find(hospital, '07700 900123')).map(({ name }) => name)).toEqual(['Otto Madeup']);
  expect(await find(hospital, '')).toHaveLength(2);
});

it('gives one person one survey however often it is opened, and remembers which survey was chosen', async () => {
  const hospital = await makeList([{ name: 'Una Inventwell', language: 'ar' }]);
  const [id = 0] = hospital.ids;
  const choices = async () => (await server.call({ url: url(hospital), headers: hospital.starter.headers })).body.data;
  expect(await choices()).toMatchObject({
    name: 'ward four',
    last_survey_id: null,
    surveys: [{ id: hospital.surveyId }],
  });
  const answers = await Promise.all([take(hospital, id), take(hospital, id)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const tokens = new Set(answers.map(({ body }) => body.data.token as string));
  expect(tokens.size).toBe(1);
  expect((await choices()).last_survey_id).toBe(hospital.surveyId);
  expect((await find(hospital, ''))[0]?.asked?.state).toBe('open');
  const [token = ''] = tokens;
  const page = await server.call({ url: `/feedback/${token}` });
  expect(page.body).toContain('<html lang="ar" dir="rtl">');
  const { status, body } = await server.call({ url: '/api/v1/deliveries', headers: hospital.starter.headers });
  expect([status, body.data ?? []]).toEqual([403, []]);
});

it('shows that somebody has answered, and accepts another answer only when that is intended', async () => {
  const hospital = await makeList([{ name: 'Una Inventwell' }]);
  const [id = 0] = hospital.ids;
  const { body } = await take(hospital, id);
  expect((await submit(server, hospital, body.data.token as string, GOOD_REPLY)).status).toBe(201);
  expect((await find(hospital, ''))[0]?.asked?.state).toBe('answered');
  const refused = await take(hospital, id);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This person answered this survey recently. Fill it in again only if you mean to.',
  ]);
  const again = await take(hospital, id, { again: true });
  expect(again.status).toBe(201);
  expect(again.body.data.token).not.toBe(body.data.token);
  expect((await submit(server, hospital, again.body.data.token as string, GOOD_REPLY)).status).toBe(201);
});

it('shows that the patient was written to recently, and uses that offer instead of making a second one', async () => {
  const hospital = await makeList([{ name: 'Orla Probewell', external_id: 'PAT7' }]);
  const [id = 0] = hospital.ids;
  await makeTrigger(server, hospital.application, { survey_id: hospital.surveyId });
  await feed(server, hospital.application, { event: 'A03', patient: 'PAT7' });
  await server.runJobs();
  expect((await find(hospital, ''))[0]?.asked?.state).toBe('asked');
  expect((await take(hospital, id)).status).toBe(409);
  const { body } = await take(hospital, id, { again: true });
  await submit(server, hospital, body.data.token as string, GOOD_REPLY);
  const rows = await within(server, hospital.application, (tx) =>
    tx
      .selectFrom('invitations as i')
      .leftJoin('deliveries as d', 'd.invitation_id', 'i.id')
      .select(['i.answered_at', 'd.state'])
      .execute(),
  );
  expect(rows).toEqual([{ answered_at: expect.any(Date), state: 'answered' }]);
});

it('opens a case with the name of a contact who is no patient', async () => {
  const hospital = await makeList([{ name: 'Una Inventwell', phone: '+447700900123' }]);
  const [id = 0] = hospital.ids;
  const { body } = await take(hospital, id);
  await submit(server, hospital, body.data.token as string, BAD_REPLY);
  const admin = await server.makeUser({ applications: [hospital.application], permissions: ['admin'] });
  const cases = await server.call({ url: '/api/v1/cases?term=una', headers: admin.headers });
  expect(cases.body.data).toMatchObject([{ contact_name: 'Una Inventwell', kiosk_label: null, family_name: null }]);
  const one = await server.call({ url: `/api/v1/cases/${cases.body.data[0].id}`, headers: admin.headers });
  expect(one.body.data).toMatchObject({ phone: '+447700900123', contact_id: id });
});

it('accepts only people of the list and active surveys of the own application', async () => {
  const hospital = await makeList([{ name: 'Una Inventwell' }]);
  const other = await makeList([{ name: 'Not Ours' }]);
  const [id = 0] = hospital.ids;
  expect((await take(hospital, other.ids[0] ?? 0)).status).toBe(404);
  expect((await take(hospital, id, { survey_id: other.surveyId })).status).toBe(422);
  const stranger = { ...hospital, starter: other.starter };
  expect((await take(stranger, id)).status).toBe(404);
  expect((await server.call({ url: url(hospital), headers: other.starter.headers })).status).toBe(404);
  await within(server, hospital.application, (tx) => tx.updateTable('surveys').set({ active: false }).execute());
  expect((await take(hospital, id)).status).toBe(422);
  expect((await server.call({ url: url(hospital), headers: hospital.starter.headers })).body.data.surveys).toEqual([]);
});

it('remembers the survey of a kiosk too', async () => {
  const hospital = await makeList([]);
  await makeTablet(server, hospital);
  const { body } = await server.call({ url: url(hospital), headers: hospital.starter.headers });
  expect(body.data.last_survey_id).toBe(hospital.surveyId);
});
