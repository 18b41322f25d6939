import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertContacts, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication({ country: 'IE' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
const create = async (contact: object): Promise<Json> => (await call('POST', '/contacts', { contact })).body.data;
const names = async (query: string) =>
  (await call('GET', `/contacts?${query}`)).body.data.map(({ name }: Json) => name);

describe('a contact', () => {
  it('is added, changed and deleted', async () => {
    const created = await call('POST', '/contacts', {
      contact: {
        name: ' Una Testwell ',
        email: 'Una@Example.org',
        phone: '087 123 4567',
        language: 'AR',
        external_id: 'M1',
      },
    });
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { name: 'Una Testwell', email: 'Una@Example.org', phone: '+353871234567', language: 'ar', external_id: 'M1' },
    ]);
    const { id, version } = created.body.data;
    const changed = await call('PUT', `/contacts/${id}`, { contact: { phone: '', version } });
    expect(changed.body.data).toMatchObject({ name: 'Una Testwell', phone: null, version: version + 1 });
    expect((await call('PUT', `/contacts/${id}`, { contact: { name: 'Late', version } })).status).toBe(409);
    expect((await call('DELETE', `/contacts/${id}`)).body).toEqual({ data: { id } });
    expect((await call('GET', `/contacts/${id}`)).status).toBe(404);
  });

  it('is refused without a name, and with invalid addresses', async () => {
    for (const [contact, field] of [
      [{ email: 'una@example.org' }, 'name'],
      [{ name: ' ' }, 'name'],
      [{ name: 'Una', email: 'una@' }, 'email'],
      [{ name: 'Una', phone: '12' }, 'phone'],
      [{ name: 'Una', phone: 'ring me' }, 'phone'],
      [{ name: 'Una', language: 'english' }, 'language'],
    ] as const) {
      const { status, body } = await call('POST', '/contacts', { contact });
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
  });

  it('is found by the beginning of a name, by e-mail, by a phone number in any spelling, and by its number', async () => {
    await create({ name: 'Una Testwell', email: 'una@example.org', phone: '0871234567', external_id: 'M1' });
    await create({ name: 'Bram Otherly', email: 'bram@example.org' });
    for (const term of ['una', 'testw', 'UNA@ex', '087 123 4567', '+35387', 'M1'])
      expect([term, await names(`term=${encodeURIComponent(term)}`)]).toEqual([term, ['Una Testwell']]);
    expect(await names('term=zzz')).toEqual([]);
    expect(await names('term=%25')).toEqual([]);
    expect(await names('sort=-name')).toEqual(['Una Testwell', 'Bram Otherly']);
  });

  it('is found once when two of its details match, in the order of the list, page by page', async () => {
    for (const name of ['mira Zed', 'Mira Amber', 'Bram mira'])
      await create({ name, email: `mira.${name.slice(-3)}@example.org` });
    expect(await names('term=mira&sort=name')).toEqual(['Bram mira', 'Mira Amber', 'mira Zed']);
    expect(await names('term=mira&sort=-id')).toEqual(['Bram mira', 'Mira Amber', 'mira Zed']);
    expect(await names('term=mira&sort=-name&per_page=1&page=2')).toEqual(['Mira Amber']);
    const page = (await call('GET', '/contacts?term=mira&per_page=2')).body;
    expect([page.total, page.last_page, page.total_is_estimate]).toEqual([3, 2, undefined]);
  });

  it('is found among a hundred thousand that match the same word', async () => {
    await within(server, hospital, async (tx) => {
      await sql`insert into contacts (application_id, name, email)
        select ${hospital.id}, 'Mass ' || g, 'mass' || g || '@example.org' from generate_series(1, 100001) g`.execute(
        tx,
      );
      await sql`insert into contacts (application_id, name) values (${hospital.id}, 'Zoe Mass')`.execute(tx);
    });
    const page = (await call('GET', '/contacts?term=mass&sort=-id&per_page=2')).body;
    expect(page.data.map(({ name }: Json) => name)).toEqual(['Zoe Mass', 'Mass 100001']);
    expect(page).toMatchObject({ total: 10_000, total_is_estimate: true });
    expect(await names('term=mass&sort=name&per_page=2&page=2')).toEqual(['Mass 100', 'Mass 1000']);
  });

  it('is filtered by language, list and opt-out, and exported as the same list', async () => {
    const una = await create({ name: 'Una', email: 'una@example.org', language: 'ar' });
    await create({ name: '=Bram', email: 'bram@example.org' });
    await call('POST', `/contacts/${una.id}/opt_outs`, { opt_out: { channel: 'email', reason: 'On the phone' } });
    const list = (await call('POST', '/mailing_list', { mailing_list: { name: 'hips', type_of: 'static' } })).body.data;
    await call('POST', `/mailing_list/${list.id}/contacts/${una.id}`);
    for (const query of ['language=ar', 'opted_out=1', `mailing_list_id=${list.id}`])
      expect([query, await names(query)]).toEqual([query, ['Una']]);
    expect(await names('opted_out=0')).toEqual(['=Bram']);
    const file = (await call('GET', '/contacts.csv')).body as string;
    expect(file).toContain("'=Bram,bram@example.org");
    expect(file.trim().split('\r\n')).toHaveLength(3);
  });
});

describe('opting out', () => {
  it('is carried over to the new address of somebody who changes it', async () => {
    const { id } = await create({ name: 'Una', email: 'old@example.org', phone: '0871234567' });
    for (const channel of ['email', 'sms'])
      await call('POST', `/contacts/${id}/opt_outs`, { opt_out: { channel, reason: 'Said stop' } });
    await call('PUT', `/contacts/${id}`, { contact: { email: 'new@example.org', phone: '0877654321' } });
    expect((await call('GET', `/contacts/${id}`)).body.data).toMatchObject({
      email_opted_out: true,
      sms_opted_out: true,
    });
  });
});

describe('two contacts of the same person', () => {
  it('are shown while one is typed in', async () => {
    const una = await create({ name: 'Una', email: 'una@example.org', phone: '0871234567' });
    const same = (await call('GET', '/contacts/twins?email=UNA@example.org&phone=087%20123%204567')).body.data;
    expect(same).toMatchObject([{ id: una.id, same: ['email', 'phone'] }]);
    expect((await call('GET', '/contacts/twins?email=una@example.org&except_id=' + una.id)).body.data).toEqual([]);
    expect((await call('GET', '/contacts/twins')).body.data).toEqual([]);
  });

  it('are listed and merged into one with lists, history and opt-outs, and nobody is opted in again', async () => {
    const kept = await create({ name: 'Una', phone: '0871234567', external_id: 'M1' });
    const other = await create({ name: 'Una T.', phone: '0877654321', email: 'una@example.org', external_id: 'M1' });
    await create({ name: 'Somebody else' });
    const groups = (await call('GET', '/contacts/duplicates')).body.data;
    expect(groups).toMatchObject([
      { field: 'external_id', value: 'M1', count: 2, contacts: [{ id: kept.id }, { id: other.id }] },
    ]);
    const list = (await call('POST', '/mailing_list', { mailing_list: { name: 'hips' } })).body.data;
    await call('POST', `/mailing_list/${list.id}/contacts/${other.id}`);
    await call('POST', `/contacts/${other.id}/opt_outs`, { opt_out: { channel: 'sms', reason: 'Said stop' } });
    const merged = await call('POST', `/contacts/${kept.id}/merge`, { merge: { contact_id: other.id } });
    expect([merged.status, merged.body.data]).toMatchObject([
      200,
      { phone: '+353871234567', email: 'una@example.org', sms_opted_out: true, lists: [{ name: 'hips' }] },
    ]);
    expect((await call('GET', `/contacts/${other.id}`)).status).toBe(404);
    expect((await call('GET', '/contacts/duplicates')).body.data).toEqual([]);
  });

  it('cannot be merged with themselves, with a contact that does not exist, or with one of another application', async () => {
    const { id } = await create({ name: 'Una' });
    const [theirs] = await insertTheirs();
    for (const contact_id of [id, 999_999_999, theirs])
      expect((await call('POST', `/contacts/${id}/merge`, { merge: { contact_id } })).body.errors).toHaveProperty(
        'contact_id',
      );
  });

  async function insertTheirs() {
    const other = await server.makeApplication();
    return within(server, other, (tx) => insertContacts(tx, other, [{ name: 'Theirs' }]));
  }
});
