import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { NOON, stamp } from '../../testing/asked.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const ALL = ['ward_pages.list', 'ward_pages.update', 'feedback.list', 'feedback.update', 'cases.list', 'cases.update'];
const ENTRY = { said: 'The ward is loud at night.', did: 'The doors close softly now.', done_on: '2026-03-10' };

let application: TestApplication;
let writer: TestUser;
beforeEach(async () => {
  server.setTime(NOON);
  application = await server.makeApplication({ country: 'GB' });
  writer = await server.makeUser({ applications: [application], permissions: ALL });
});

const makePage = async (fields: object = {}, by = writer) =>
  server.as(by)('POST', '/ward_pages', {
    ward_page: { title: 'Ash Ward', location: 'ASH', language: 'en', ...fields },
  });
const write = (id: number, fields: object = {}) =>
  server.as(writer)('POST', `/ward_pages/${id}/entries`, { entry: { ...ENTRY, published: true, ...fields } });
const visit = (address: string) => server.call({ method: 'GET', url: new URL(address).pathname });

describe('a page', () => {
  it('shows everybody who has its address what was published, the newest first, and no draft', async () => {
    const { status, body } = await makePage();
    expect(status).toBe(201);
    const { id, address } = body.data;
    expect(address).toMatch(/^http:\/\/wardvoice\.test\/said\/[\w-]{16}$/);
    await write(id);
    await write(id, { said: 'Tea comes <late> & cold.', did: 'A trolley of its own.', done_on: '2026-04-01' });
    await write(id, { said: 'Not yet for everybody', published: false });
    const page = await server.http.inject({ method: 'GET', url: new URL(address).pathname });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<h1>Ash Ward</h1>');
    expect(page.body.indexOf('Tea comes &lt;late&gt; &amp; cold.')).toBeLessThan(page.body.indexOf(ENTRY.said));
    expect(page.body).toContain('March 2026');
    expect(page.body).not.toContain('Not yet');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await server.as(writer)('GET', '/ward_pages')).body.data).toMatchObject([
      { title: 'Ash Ward', location: 'ASH', published_count: 2, draft_count: 1, active: true },
    ]);
  });

  it('speaks the language of its entries, from right to left where it is written so', async () => {
    const { body } = await makePage({ language: 'ar' });
    await write(body.data.id, { said: 'القسم صاخب ليلا', did: 'نغلق الأبواب بهدوء' });
    const page = await server.http.inject({ method: 'GET', url: new URL(body.data.address).pathname });
    expect(page.body).toContain('lang="ar" dir="rtl"');
    expect(page.body).toContain('قلتم');
  });

  it('is one for each ward, and one for the whole organisation', async () => {
    expect((await makePage()).status).toBe(201);
    const again = await makePage({ title: 'Another' });
    expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('has a page already') } });
    expect((await makePage({ location: null })).status).toBe(201);
    expect((await makePage({ location: ' ' })).status).toBe(409);
    const both = await Promise.all([makePage({ location: 'OAK' }), makePage({ location: 'OAK' })]);
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]));
  });

  it('leads nowhere while it is off the web and once it is deleted', async () => {
    const { body } = await makePage();
    const { id, address, version } = body.data;
    await write(id);
    const off = await server.as(writer)('PUT', `/ward_pages/${id}`, { ward_page: { active: false, version } });
    expect(off).toMatchObject({ status: 200, body: { data: { active: false, version: version + 1 } } });
    expect((await visit(address)).status).toBe(404);
    await server.as(writer)('PUT', `/ward_pages/${id}`, { ward_page: { active: true } });
    expect((await visit(address)).status).toBe(200);
    expect((await server.as(writer)('DELETE', `/ward_pages/${id}`)).status).toBe(200);
    expect((await visit(address)).status).toBe(404);
    expect((await visit('http://wardvoice.test/said/none')).status).toBe(404);
  });

  it('is not changed by somebody who has not seen the last change', async () => {
    const { id, version } = (await makePage()).body.data;
    const rename = (title: string) => server.as(writer)('PUT', `/ward_pages/${id}`, { ward_page: { title, version } });
    expect((await rename('Ash')).status).toBe(200);
    expect((await rename('ASH 2')).status).toBe(409);
  });

  it('is of the wards of the caller', async () => {
    const { id } = (await makePage()).body.data;
    const { id: whole } = (await makePage({ location: null })).body.data;
    const nurse = await server.makeUser({ applications: [application], permissions: ALL, locations: ['OAK'] });
    expect((await server.as(nurse)('GET', '/ward_pages')).body.data).toEqual([]);
    for (const page of [id, whole]) {
      expect((await server.as(nurse)('GET', `/ward_pages/${page}`)).status).toBe(404);
      expect((await server.as(nurse)('POST', `/ward_pages/${page}/entries`, { entry: ENTRY })).status).toBe(404);
    }
    expect((await makePage({ location: 'BIRCH' }, nurse)).body.errors).toEqual({
      location: ['Choose one of your wards.'],
    });
    expect((await makePage({ location: 'OAK' }, nurse)).status).toBe(201);
  });
});

describe('an entry', () => {
  it('is published, changed, made a draft again and deleted', async () => {
    const { id, address } = (await makePage()).body.data;
    const { body } = await write(id, { published: false });
    const path = `/ward_pages/${id}/entries/${body.data.id}`;
    const put = (entry: object) => server.as(writer)('PUT', path, { entry });
    expect(body.data).toMatchObject({ ...ENTRY, published_at: null, written_by_name: writer.name });
    expect((await put({ published: true })).body.data.published_at).toBe(NOON.toISOString());
    server.setTime(new Date(NOON.getTime() + 60_000));
    expect((await put({ did: 'New doors.' })).body.data).toMatchObject({
      did: 'New doors.',
      published_at: NOON.toISOString(),
    });
    expect((await server.http.inject({ url: new URL(address).pathname })).body).toContain('New doors.');
    expect((await put({ published: false })).body.data.published_at).toBeNull();
    expect((await put({ did: 'Old doors.', version: 1 })).status).toBe(409);
    expect((await server.as(writer)('DELETE', path)).status).toBe(200);
    expect((await server.as(writer)('GET', `/ward_pages/${id}`)).body.data.entries).toEqual([]);
  });

  it('does not name a patient', async () => {
    await feed(server, application, { event: 'A01', at: stamp(), patient: 'ORLA', ward: 'ASH' });
    const patient = await within(server, application, (tx) =>
      tx.selectFrom('patients').select(['given_name', 'family_name']).executeTakeFirstOrThrow(),
    );
    const { id } = (await makePage()).body.data;
    const { given_name, family_name } = patient;
    for (const said of [`As ${given_name} ${family_name} says`, `“${family_name}, ${given_name}” told us`]) {
      const { status, body } = await write(id, { said });
      expect(status).toBe(422);
      expect(Object.keys(body.errors)).toEqual(['said']);
    }
    const { id: entry } = (await write(id)).body.data;
    const changed = await server.as(writer)('PUT', `/ward_pages/${id}/entries/${entry}`, {
      entry: { did: `We asked ${given_name} ${family_name}.` },
    });
    expect(changed.body.errors).toHaveProperty('did');
    expect((await write(id, { said: `${given_name} and others find the ward loud` })).status).toBe(201);
  });

  it('says what is missing', async () => {
    const { id } = (await makePage()).body.data;
    const { status, body } = await server.as(writer)('POST', `/ward_pages/${id}/entries`, {
      entry: { said: ' ', did: 'x'.repeat(601), done_on: 'soon' },
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).sort()).toEqual(['did', 'done_on', 'said']);
  });
});

it('what was tagged and done on the ward is there for whoever may see it', async () => {
  const hospital = await makeAskingApplication(server, { channel: 'sms' });
  const person = { applications: [hospital], permissions: ALL };
  const [all, reader] = [
    await server.makeUser(person),
    await server.makeUser({ ...person, permissions: ['ward_pages.list'] }),
  ];
  await feed(server, hospital, {
    event: 'A03',
    at: stamp(),
    patient: 'ORLA',
    ward: 'ASH',
    phone: '07700 900777^PRN^CP',
  });
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Loud at night');
  await within(server, hospital, async (tx) => {
    await tx
      .updateTable('feedback')
      .set({ tags: ['noise', 'night'] })
      .execute();
    await tx.updateTable('cases').set({ state: 'closed', closed_at: NOON, actions_taken: 'New doors' }).execute();
  });
  const make = async (location: string) =>
    (await server.as(all)('POST', '/ward_pages', { ward_page: { title: location, location, language: 'en' } })).body
      .data.id;
  const [ash, oak] = [await make('ASH'), await make('OAK')];
  const heard = async (user: TestUser, id: number) =>
    (await server.as(user)('GET', `/ward_pages/${id}/heard`)).body.data;
  expect(await heard(all, ash)).toEqual({
    tags: [
      { tag: 'night', count: 1 },
      { tag: 'noise', count: 1 },
    ],
    actions: [{ case_id: expect.any(Number), actions_taken: 'New doors', closed_at: NOON.toISOString() }],
  });
  expect(await heard(all, oak)).toEqual({ tags: [], actions: [] });
  expect(await heard(reader, ash)).toEqual({ tags: null, actions: null });
});
