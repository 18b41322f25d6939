import { API_BASE } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { feed, insertContacts, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let nurse: TestUser;
let everywhere: TestUser;
/** A static list that contains all contacts below. */
let listId: number;
let inAsh: number;
let inBirch: number;
let relative: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  hospital = await server.makeApplication({ country: 'GB' });
  const people = { applications: [hospital], permissions: ['admin'] };
  nurse = await server.makeUser({ ...people, locations: ['ASH'] });
  everywhere = await server.makeUser(people);
  await feed(
    server,
    hospital,
    { event: 'A01', patient: 'A1', family: 'Ashling', ward: 'ASH', phone: '' },
    { event: 'A01', patient: 'B1', family: 'Birchwood', ward: 'BIRCH', phone: '' },
  );
  await within(server, hospital, async (tx) => {
    [inAsh, inBirch, relative] = await insertContacts(tx, hospital, [
      { name: 'Ada Ashling', external_id: 'A1', email: 'ada@example.org' },
      { name: 'Ben Birchwood', external_id: 'B1', email: 'ben@example.org', phone: '+447700900222' },
      { name: 'Rea Relative', email: 'rea@example.org' },
    ]);
    const own = { application_id: hospital.id };
    const { id } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: 'all of them' })
      .returning('id')
      .executeTakeFirstOrThrow();
    listId = id;
    for (const contact_id of [inAsh, inBirch, relative])
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: listId, contact_id })
        .execute();
  });
});

const call = (user: TestUser, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: API_BASE + path, headers: user.headers, ...(payload ? { payload } : {}) });

const get = async (user: TestUser, path: string) => (await call(user, 'GET', path)).body;
const namesIn = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name).sort();

describe('a nurse who sees ward Ash only', () => {
  it('sees contacts who are patients of Ash, and contacts who are no patients', async () => {
    expect(namesIn(await get(nurse, '/contacts'))).toEqual(['Ada Ashling', 'Rea Relative']);
    expect(namesIn(await get(everywhere, '/contacts'))).toEqual(['Ada Ashling', 'Ben Birchwood', 'Rea Relative']);
    expect(await get(nurse, '/contacts?term=birch')).toMatchObject({ data: [], total: 0 });
    expect(await get(nurse, '/contacts?term=rea')).toMatchObject({ data: [{ id: relative }], total: 1 });
    expect((await call(nurse, 'GET', `/contacts/${inBirch}`)).status).toBe(404);
  });

  it('sees a contact from the day on which the patient comes to her ward', async () => {
    await feed(server, hospital, {
      event: 'A01',
      patient: 'B1',
      family: 'Birchwood',
      visit: 'LATER',
      ward: 'ASH',
      phone: '',
    });
    expect((await call(nurse, 'GET', `/contacts/${inBirch}`)).status).toBe(200);
  });

  it('still sees a contact whose patient was merged into another', async () => {
    await within(server, hospital, async (tx) => {
      const { id } = await tx
        .selectFrom('patients')
        .select('id')
        .where('identifier', '=', 'A1')
        .executeTakeFirstOrThrow();
      await tx.updateTable('contacts').set({ patient_id: id }).where('id', '=', inAsh).execute();
    });
    await feed(server, hospital, { event: 'A28', patient: 'A2', family: 'Ashling', without: ['PV1'] });
    await feed(server, hospital, {
      event: 'A40',
      patient: 'A2',
      family: 'Ashling',
      without: ['PV1'],
      more: ['MRG|A1^^^HOSP^MR'],
    });
    expect(await get(nurse, `/contacts/${inAsh}`)).toMatchObject({ data: { name: 'Ada Ashling' } });
  });

  it('does not see a contact whose number also belongs to a patient of another ward', async () => {
    await within(server, hospital, async (tx) => {
      const number = await tx
        .selectFrom('patient_identifiers')
        .selectAll()
        .where('identifier', '=', 'B1')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('patient_identifiers')
        .values({ ...number, identifier: 'A1', type: 'OTHER' })
        .execute();
    });
    expect((await call(nurse, 'GET', `/contacts/${inAsh}`)).status).toBe(404);
  });

  it('can add a contact with an address that a patient of Birch has, as if nobody had it', async () => {
    const typed = { name: 'Nora New', email: 'ben@example.org', phone: '07700 900222' };
    expect(await get(nurse, '/contacts/twins?email=ben@example.org&phone=07700900222')).toEqual({ data: [] });
    const { status, body } = await call(nurse, 'POST', '/contacts', { contact: typed });
    expect([status, body.data.patient_id]).toEqual([201, null]);
    expect((await get(nurse, '/contacts/duplicates')).data).toEqual([]);
    expect((await get(everywhere, '/contacts/duplicates')).data).toHaveLength(2);
  });

  it('gets the same refusal for a number of Birch as for one that does not exist', async () => {
    const named = (external_id: string) => ({ contact: { name: 'Nora New', external_id } });
    const [birch, nobody] = [
      await call(nurse, 'POST', '/contacts', named('B1')),
      await call(nurse, 'POST', '/contacts', named('NOBODY')),
    ];
    expect([birch.status, birch.body]).toEqual([422, nobody.body]);
    const [changed, unknown] = [
      await call(nurse, 'PUT', `/contacts/${relative}`, named('B1')),
      await call(nurse, 'PUT', `/contacts/${relative}`, named('NOBODY')),
    ];
    expect([changed.status, changed.body]).toEqual([422, unknown.body]);
    expect((await call(nurse, 'POST', '/contacts', named('A1'))).status).toBe(201);
    expect((await call(everywhere, 'POST', '/contacts', named('NOBODY'))).status).toBe(201);
  });

  it('can merge only contacts that she sees', async () => {
    const [there, nowhere] = [
      await call(nurse, 'POST', `/contacts/${relative}/merge`, { merge: { contact_id: inBirch } }),
      await call(nurse, 'POST', `/contacts/${relative}/merge`, { merge: { contact_id: 999_999 } }),
    ];
    expect([there.status, there.body]).toEqual([422, nowhere.body]);
  });
});

describe('on a mailing list, a nurse who sees ward Ash only', () => {
  it('sees and counts the same people as elsewhere', async () => {
    expect(namesIn(await get(nurse, `/mailing_list/${listId}/contacts`))).toEqual(['Ada Ashling', 'Rea Relative']);
    expect(await get(nurse, `/mailing_list/${listId}`)).toMatchObject({
      data: { contacts_count: 2, unreachable_count: 0 },
    });
    expect((await get(nurse, '/mailing_list')).data).toMatchObject([{ contacts_count: 2 }]);
    expect((await get(everywhere, '/mailing_list')).data).toMatchObject([{ contacts_count: 3 }]);
  });

  it('can neither add nor remove people whom she does not see', async () => {
    for (const method of ['POST', 'DELETE'] as const)
      expect((await call(nurse, method, `/mailing_list/${listId}/contacts/${inBirch}`)).status).toBe(404);
    expect(await get(everywhere, `/mailing_list/${listId}`)).toMatchObject({ data: { contacts_count: 3 } });
    expect((await call(nurse, 'DELETE', `/mailing_list/${listId}/contacts/${relative}`)).status).toBe(200);
  });

  it('makes rules that select her own wards only, and cannot tell from a count who is elsewhere', async () => {
    const withRules = (location: string[] | undefined) => ({
      mailing_list: { name: `by rules ${String(location)}`, type_of: 'dynamic', rules: { location } },
    });
    for (const wards of [undefined, [], ['BIRCH'], ['ASH', 'BIRCH']]) {
      const { status, body } = await call(nurse, 'POST', '/mailing_list', withRules(wards));
      expect([wards, status, Object.keys(body.errors)]).toEqual([wards, 422, ['rules.location']]);
    }
    const { body } = await call(nurse, 'POST', '/mailing_list', withRules(['ASH']));
    expect(body.data.contacts_count).toBe(1);
    const change = { mailing_list: { rules: { location: ['BIRCH'] } } };
    expect((await call(nurse, 'PUT', `/mailing_list/${body.data.id}`, change)).status).toBe(422);
    const census = { mailing_list: { type_of: 'census' } };
    expect((await call(nurse, 'POST', '/mailing_list/preview', census)).body.data.people).toBe(1);
    expect((await call(everywhere, 'POST', '/mailing_list/preview', census)).body.data.people).toBe(2);
    expect((await get(nurse, '/mailing_list/rule_choices')).data.location).toEqual(['ASH']);
  });

  it('cannot import a file, because a file is matched with the people of every ward', async () => {
    const { status } = await server.call({
      method: 'POST',
      url: `${API_BASE}/mailing_list/${listId}/import`,
      headers: { ...nurse.headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload:
        '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\r\nben@example.org\r\n--x--\r\n',
    });
    expect(status).toBe(403);
    expect(await get(nurse, `/mailing_list/${listId}/imports`)).toMatchObject({ data: [], total: 0 });
  });
});
