import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { after, fates, HOUR, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, makeSurvey, within } from '../../testing/builders.ts';
import { makeFullApplication } from '../../testing/full-application.ts';
import { adt } from '../../testing/hl7-messages.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let superuser: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  superuser = await server.makeUser({ superUser: true });
});
afterAll(() => server.stop());

const create = (application: Record<string, unknown>) =>
  server.call({
    method: 'POST',
    url: '/api/v1/applications',
    headers: superuser.headers,
    payload: { application: { country: 'IE', time_zone: 'Europe/Dublin', ...application } },
  });
const update = (id: number, application: Record<string, unknown>) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/applications/${id}`,
    headers: superuser.headers,
    payload: { application },
  });
const post = (accessKey: string, accessSecret: string) =>
  server.call({
    method: 'POST',
    url: '/api/v1/hl7',
    payload: adt(),
    headers: {
      authorization: `Basic ${Buffer.from(`${accessKey}:${accessSecret}`).toString('base64')}`,
      'content-type': 'text/plain',
    },
  });

test('a new application gets credentials; the secret is shown once, works, and is not stored', async () => {
  const { status, body } = await create({
    title: 'Northside',
    time_zone: 'Europe/Dublin',
    sending_facilities: ['NORTH'],
  });
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ title: 'Northside', sending_facilities: ['NORTH'] });
  expect(body.data.access_key).toMatch(/^[0-9a-f]{8}$/);
  expect(body.data.access_secret).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const again = await server.call({ url: `/api/v1/applications/${body.data.id}`, headers: superuser.headers });
  expect(again.body.data).not.toHaveProperty('access_secret');
  expect((await post(body.data.access_key, body.data.access_secret)).body).toContain('MSA|AA');
});

test('messages of a new application are accepted at once, without a restart', async () => {
  await create({ title: 'Eastside', sending_facilities: ['EAST'] });
  expect(await server.receive(adt({ facility: 'EAST' }))).toContain('MSA|AA');
});

test('messages that came before their application existed are given to it and processed', async () => {
  expect(await server.receive(adt({ facility: 'EARLY', family: 'Earlybird' }))).toContain('MSA|AR');
  const { body } = await create({ title: 'Early', sending_facilities: ['EARLY'] });
  const unrouted = await server.call({ url: '/api/v1/hl7_messages/errors', headers: superuser.headers });
  expect(unrouted.body.data).toMatchObject([{ application_id: null, error: { code: '204' } }]);
  const queued = await server.call({
    method: 'PUT',
    url: '/api/v1/hl7_messages/reprocess',
    headers: superuser.headers,
  });
  expect(queued.body.data).toEqual({ queued: 1 });
  await server.processAll();
  const admin = await server.makeUser({ applications: [body.data], permissions: ['admin'] });
  const messages = await server.call({ url: '/api/v1/hl7_messages', headers: admin.headers });
  expect(messages.body.data).toMatchObject([{ family_name: 'Earlybird', state: 'processed' }]);
});

test('new credentials end the old ones', async () => {
  const { body } = await create({ title: 'Westside' });
  const { id, access_key, access_secret } = body.data;
  const { body: renewed } = await update(id, { regenerate_credentials: true });
  expect(renewed.data.access_secret).not.toBe(access_secret);
  expect((await post(access_key, access_secret)).status).toBe(401);
  expect((await post(renewed.data.access_key, renewed.data.access_secret)).status).toBe(200);
});

test('a facility belongs to one application', async () => {
  await create({ title: 'First', sending_facilities: ['SHARED'] });
  const { status, body } = await create({ title: 'Second', sending_facilities: ['SHARED'] });
  expect(status).toBe(409);
  expect(body.message).toContain('SHARED');
});

test('a change names only what changes', async () => {
  const { body } = await create({ title: 'Southside', sending_facilities: ['SOUTH'], minimum_age: 16 });
  const { body: changed } = await update(body.data.id, { title: 'Southside Hospital' });
  expect(changed.data).toMatchObject({ title: 'Southside Hospital', sending_facilities: ['SOUTH'], minimum_age: 16 });
  expect(changed.data).not.toHaveProperty('access_secret');
});

test.each([
  [{}, 'title'],
  [{ title: 'X', time_zone: 'Europe/Atlantis' }, 'time_zone'],
  [{ title: 'X', time_zone: 'AET' }, 'time_zone'],
  [{ title: 'X', country: 'Ireland' }, 'country'],
  [{ title: 'X', quiet_from: '25:00' }, 'quiet_from'],
  [{ title: 'X', working_hours: ['', '', '', '', '', '', ''] }, 'working_hours'],
  [{ title: 'X', working_hours: ['08:00-18:00'] }, 'working_hours'],
  [{ title: 'X', working_hours: ['18:00-08:00', '', '', '', '', '', ''] }, 'working_hours.0'],
  [{ title: 'X', case_hours_urgent: 0 }, 'case_hours_urgent'],
])('what is wrong is reported by field: %j', async (application, field) => {
  const { status, body } = await create(application);
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});

const get = (path: string, user = superuser) =>
  server.call({ method: 'GET', url: `/api/v1${path}`, headers: user.headers });

/** The smallest images of each format, and data that is no image. */
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const svg = `data:image/png;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')}`;
const hugePng = () => {
  const bytes = Buffer.from(PNG.split(',')[1] ?? '', 'base64');
  bytes.writeUInt32BE(20_000, 16);
  return `data:image/png;base64,${bytes.toString('base64')}`;
};

describe('a logo', () => {
  test('is stored, shown to everybody at its own address, and deleted again', async () => {
    const { body } = await create({ title: 'With a picture', logo: PNG });
    const { id, logo } = body.data;
    expect(logo).toMatch(/^\/api\/v1\/logos\/[0-9a-f]{64}$/);
    const picture = await server.http.inject({ url: logo });
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['x-content-type-options']]).toEqual([
      200,
      'image/png',
      'nosniff',
    ]);
    expect(picture.headers['cache-control']).toContain('immutable');
    expect(picture.rawPayload.toString('base64')).toBe(PNG.split(',')[1]);
    // A logo that is sent back unchanged stays.
    expect((await update(id, { logo })).body.data.logo).toBe(logo);
    expect((await update(id, { logo: null })).body.data.logo).toBe(null);
    expect((await server.http.inject({ url: logo })).statusCode).toBe(404);
  });

  test.each([
    ['a script in an SVG that calls itself a PNG', svg],
    ['a picture of 20,000 pixels', hugePng()],
    ['an address elsewhere', 'https://tracker.example/logo.png'],
    ['more than half a megabyte', `data:image/png;base64,${'A'.repeat(800_000)}`],
  ])('is not %s', async (_what, logo) => {
    const { status, body } = await create({ title: 'With a bad picture', logo });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['logo']]);
  });
});

describe('the settings of an application', () => {
  test('are all stored, and returned to its form', async () => {
    const settings = {
      title: 'Complete',
      messages_after: '2026-01-31',
      time_zone: 'Europe/Dublin',
      country: 'IE',
      language: 'en',
      sender_name: 'Complete Hospital',
      sender_email: 'feedback@complete.example',
      sms_sender: 'COMPLETE',
      unwatched_notice: 'Nobody reads this at night. In need call 112.',
      html_emails: false,
      sends_per_minute: 120,
      minimum_age: 16,
      survey_interval_days: 14,
      quiet_from: '22:00:00',
      quiet_to: '07:00:00',
      case_escalation_minutes: 15,
      working_hours: ['07:00-19:00', '', '', '', '', '', '00:00-00:00'],
      case_hours_urgent: 1,
      case_hours_high: 24,
      case_hours_normal: 720,
      invitation_valid_days: 21,
      listener_port: null,
      acknowledgement_mode: 'enhanced',
      raw_retention_days: 90,
      personal_retention_days: 365,
      sending_facilities: ['COMPLETE'],
    };
    const { body } = await create(settings);
    expect(body.data).toMatchObject(settings);
    const edit = await get(`/applications/${body.data.id}/edit`);
    expect(edit.body.data).toMatchObject({ ...settings, version: body.data.version, surveys: [] });
    expect(edit.body.data).not.toHaveProperty('access_secret_hash');
    expect((await get('/applications/999999/edit')).status).toBe(404);
  });

  test('are refused by field where they make no sense', async () => {
    const { body } = await create({ title: 'Sensible' });
    const refusals: [Record<string, unknown>, string[]][] = [
      [{ listener_port: 70_000 }, ['listener_port']],
      [{ sms_sender: '!' }, ['sms_sender']],
      [{ sends_per_minute: 0 }, ['sends_per_minute']],
      [{ sender_email: 'nobody' }, ['sender_email']],
      [{ raw_retention_days: 1 }, ['raw_retention_days']],
      [{ personal_retention_days: 30, survey_interval_days: 60 }, ['personal_retention_days']],
      [{ de_escalation_survey_id: 999_999 }, ['de_escalation_survey_id']],
    ];
    for (const [settings, fields] of refusals) {
      const answer = await update(body.data.id, settings);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, fields]);
    }
  });

  test('cannot name a survey or a port of another application', async () => {
    const [mine, other] = [await server.makeApplication(), await server.makeApplication()];
    const { id: theirs } = await makeSurvey(server, other);
    const { id: own } = await makeSurvey(server, mine);
    expect((await update(mine.id, { de_escalation_survey_id: theirs })).status).toBe(422);
    expect((await update(mine.id, { de_escalation_survey_id: own })).status).toBe(200);
    expect((await get(`/applications/${mine.id}`)).body.data.de_escalation_survey).toMatchObject({ id: own });
    expect((await update(other.id, { listener_port: 40_404 })).status).toBe(200);
    const taken = await update(mine.id, { listener_port: 40_404 });
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('40404')]);
    await update(other.id, { listener_port: null });
  });

  test('are not overwritten when somebody else saved meanwhile', async () => {
    const { body } = await create({ title: 'Two at once' });
    const { id, version } = body.data;
    expect((await update(id, { title: 'First', version })).status).toBe(200);
    const second = await update(id, { title: 'Second', version });
    expect([second.status, second.body.message]).toEqual([409, expect.stringContaining('Somebody else')]);
    expect((await get(`/applications/${id}`)).body.data.title).toBe('First');
  });

  test('can be changed by its own administrator, except the settings that route messages to it', async () => {
    const hospital = await server.makeApplication();
    const admin = await server.makeUser({ applications: [hospital], permissions: ['applications.update'] });
    const change = (application: Record<string, unknown>) =>
      server.call({
        method: 'PUT',
        url: `/api/v1/applications/${hospital.id}`,
        headers: admin.headers,
        payload: { application },
      });
    expect((await change({ minimum_age: 17, sending_facilities: [hospital.facility] })).status).toBe(200);
    expect((await change({ sending_facilities: [hospital.facility, 'NEXT DOOR'] })).status).toBe(403);
    expect((await change({ listener_port: 2600 })).status).toBe(403);
  });
});

describe('deleting an application', () => {
  const remove = (id: number, query = '') =>
    server.call({ method: 'DELETE', url: `/api/v1/applications/${id}${query}`, headers: superuser.headers });

  test('that is empty takes one call', async () => {
    const { body } = await create({ title: 'Short-lived', logo: PNG });
    expect(await remove(body.data.id)).toMatchObject({ status: 200, body: { data: { id: body.data.id } } });
    expect((await remove(body.data.id)).status).toBe(404);
  });

  test('that has messages asks for its title, deletes all that is in it, and nothing of another application', async () => {
    const [gone, neighbour] = [await makeFullApplication(server), await makeFullApplication(server)];
    const neighbours = () => within(server, neighbour, (tx) => tx.selectFrom('hl7_messages').select('id').execute());
    const before = await neighbours();
    const refused = await remove(gone.id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('type its title')]);
    expect((await remove(gone.id, '?confirm=something')).status).toBe(409);
    expect((await remove(gone.id, `?confirm=${encodeURIComponent(gone.title.toUpperCase())}`)).status).toBe(200);
    expect(await neighbours()).toEqual(before);
    // Its waiting deliveries are deleted with it, and their jobs find nothing.
    await server.runJobs({ asOf: new Date(Date.now() + 90 * 86_400_000) });
  });

  test('waits for whoever works in it, and is done', async () => {
    const gone = await makeFullApplication(server);
    // A superuser of the database waits longer before PostgreSQL looks for a deadlock, so it is the deletion that ends.
    const worker = new pg.Client({ connectionString: server.superuserConnectionString });
    await worker.connect();
    try {
      await worker.query(`begin; set local deadlock_timeout = '30s';
        select id from hl7_messages where application_id = ${gone.id} for update`);
      const removed = remove(gone.id, `?confirm=${encodeURIComponent(gone.title)}`);
      // It holds rows that the deletion waits for, and writes one that must wait for the deletion.
      await worker.query(`do $$ begin
        while not exists (select from pg_locks where not granted and locktype = 'transactionid') loop perform pg_sleep(0.01); end loop;
        insert into departments (application_id, title) values (${gone.id}, 'Written meanwhile');
      end $$; commit`);
      expect(await removed).toMatchObject({ status: 200, body: { data: { id: gone.id } } });
    } finally {
      await worker.end();
    }
    const left = () => server.as(superuser)('GET', `/api/v1/applications/${gone.id}`);
    expect((await left()).status).toBe(404);
  });
});

describe('what an application shows', () => {
  test('is six months of answers by category, in its own time zone', async () => {
    server.setTime(NOON);
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', at: stamp() });
    await server.runJobs();
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
    const admin = await server.makeUser({ applications: [hospital], permissions: ['applications.view'] });
    const { body } = await get(`/applications/${hospital.id}`, admin);
    expect(body.data.category_feedback_by_month).toEqual([
      {
        title: 'Care',
        five_months_ago: 0,
        four_months_ago: 0,
        three_months_ago: 0,
        two_months_ago: 0,
        one_month_ago: 0,
        this_month: 1,
      },
    ]);
    const move = (months: number) =>
      within(server, hospital, (tx) =>
        tx
          .updateTable('feedback')
          .set({ submitted_at: new Date(Date.UTC(NOON.getUTCFullYear(), NOON.getUTCMonth() - months, 1)) })
          .execute(),
      );
    await move(5);
    const rows = async () => (await get(`/applications/${hospital.id}`, admin)).body.data.category_feedback_by_month;
    expect(await rows()).toMatchObject([{ five_months_ago: 1, this_month: 0 }]);
    await move(6);
    expect(await rows()).toEqual([]);
    server.setTime(new Date());
  });

  test('includes its surveys, for pickers', async () => {
    const hospital = await makeAskingApplication(server);
    const user = await server.makeUser({ applications: [hospital], permissions: ['surveys.list'] });
    const { status, body } = await get(`/applications/${hospital.id}/surveys.json?paginate=0`, user);
    expect([status, body.data]).toMatchObject([200, [{ id: hospital.survey.id, active: true }]]);
    const other = await server.makeApplication();
    expect((await get(`/applications/${other.id}/surveys.json?paginate=0`, user)).status).toBe(404);
  });
});

test('the list of applications is searched, filtered, sorted, and saved as a file', async () => {
  await create({ title: 'Zebra 100%', country: 'PL' });
  const titles = async (query: string) =>
    (await get(`/applications?${query}`)).body.data.map(({ title }: { title: string }) => title);
  expect(await titles('term=zebra')).toEqual(['Zebra 100%']);
  expect(await titles('country=PL')).toEqual(['Zebra 100%']);
  expect(await titles('term=0%25')).toEqual(['Zebra 100%']);
  expect((await titles('sort=-title'))[0]).toBe('Zebra 100%');
  expect((await get('/applications?country=Poland')).status).toBe(422);
  expect((await get('/applications.csv?term=zebra')).body).toContain('Zebra 100%,PL');
});

test('an application cannot be made without its country and time zone', async () => {
  const { status, body } = await server.call({
    method: 'POST',
    url: '/api/v1/applications',
    headers: superuser.headers,
    payload: { application: { title: 'Nowhere' } },
  });
  expect(status).toBe(422);
  expect(Object.keys(body.errors).toSorted((a, b) => a.localeCompare(b))).toEqual(['country', 'time_zone']);
});

describe('an organisation that only listens', () => {
  beforeAll(async () => {
    server.setTime(NOON);
    superuser = await server.makeUser({ superUser: true });
  });

  test('processes its feed and sends nothing until a person allows it to send', async () => {
    const hospital = await makeAskingApplication(server);
    const set = async (listens_only: boolean) => (await update(hospital.id, { listens_only })).body.data.listens_only;
    expect(await set(true)).toBe(true);
    await feed(server, hospital, { event: 'A03', patient: 'P1', at: stamp() });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: listens_only']);
    expect(await set(false)).toBe(false);
    await feed(server, hospital, { event: 'A03', patient: 'P2', at: stamp(), phone: '07700 900456^PRN^CP' });
    server.setTime(after(HOUR));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: listens_only', 'sent']);
  });

  test('is made only where that was asked for', async () => {
    const { body } = await create({ title: 'Sends at once' });
    expect(body.data.listens_only).toBe(false);
    expect((await create({ title: 'Listens first', listens_only: true })).body.data.listens_only).toBe(true);
  });
});
