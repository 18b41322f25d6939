import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { makeXlsx } from '../../testing/files/make-xlsx.ts';
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
let listId: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await server.makeApplication({ country: 'IE' });
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  listId = (await call('POST', '/mailing_list', { mailing_list: { name: 'Hips' } })).body.data.id;
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });

function upload(content: string | Buffer, { hold = false, name = 'people.csv' } = {}) {
  const payload = Buffer.concat([
    Buffer.from(`--part\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n--part--\r\n'),
  ]);
  return server.call({
    method: 'POST',
    url: `/api/v1/mailing_list/${listId}/import${hold ? '?hold=1' : ''}`,
    headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=part' },
    payload,
  });
}

const latest = async (): Promise<Json> => (await call('GET', `/mailing_list/${listId}/imports`)).body.data[0];
async function imported(content: string | Buffer): Promise<Json> {
  const { status, body } = await upload(content);
  if (status !== 202) throw new Error(JSON.stringify(body));
  await server.runJobs();
  return latest();
}
const people = async (): Promise<Json[]> => (await call('GET', `/mailing_list/${listId}/contacts`)).body.data;
const errors = async ({ id }: Json): Promise<string[]> =>
  ((await call('GET', `/mailing_list/${listId}/imports/${id}/errors.csv`)).body as string)
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');

describe('a file of contacts', () => {
  it('is imported into the list; rows that cannot be imported are left out, each with its reason', async () => {
    const result = await imported(
      [
        'Name,E-mail,Mobile,MRN',
        'Una Testwell,una@example.org,087 123 4567,M1',
        'Bram,bram@,,M2',
        'Cara,,12,M3',
        'Dag,,,',
        'Evi,evi@example.org,,M5,too,many',
        'Una again,other@example.org,,M1',
        '',
      ].join('\n'),
    );
    expect(result).toMatchObject({ state: 'finished', rows_read: 6, added: 1, joined: 1, in_error: 5, progress: 100 });
    expect(await people()).toMatchObject([
      { name: 'Una Testwell', email: 'una@example.org', phone: '+353871234567', external_id: 'M1' },
    ]);
    expect(await errors(result)).toEqual([
      'line,problem,Name,E-mail,Mobile,MRN',
      '3,This is no e-mail address.,Bram,bram@,,M2',
      '4,This cannot be a phone number.,Cara,,12,M3',
      '5,"No e-mail, phone or external id: nobody could be reached or found again.",Dag,,,',
      '6,The row has more cells than the first row. Put text that holds the separator in quotes.,Evi,evi@example.org,,M5,too,many',
      '7,"The same person as in another row, which was imported. (line 2)",Una again,other@example.org,,M1',
    ]);
    const left = await within(server, hospital, (tx) => tx.selectFrom('contact_import_chunks').selectAll().execute());
    expect(left).toEqual([]);
  });

  it('finds people again by external id, else e-mail, else phone, and adds nobody twice', async () => {
    const file = 'name,email,phone,mrn\nUna,una@example.org,,M1\nBram,bram@example.org,,\nCara,,0871234567,\n';
    expect(await imported(file)).toMatchObject({ added: 3, updated: 0, unchanged: 0, joined: 3 });
    expect(await imported(file)).toMatchObject({ added: 0, updated: 0, unchanged: 3, joined: 0 });
    const changed = 'name,email,phone,mrn\nUna T.,,,M1\nBram B.,BRAM@example.org,,\nCara C.,,+353 87 123 4567,M3\n';
    expect(await imported(changed)).toMatchObject({ added: 0, updated: 3, unchanged: 0 });
    const all = (await call('GET', '/contacts')).body.data;
    expect(all.map(({ name, email, external_id }: Json) => [name, email, external_id])).toEqual([
      ['Bram B.', 'BRAM@example.org', null],
      ['Cara C.', null, 'M3'],
      ['Una T.', 'una@example.org', 'M1'],
    ]);
  });

  it('that was exported here is imported unchanged, also where a cell was marked as text', async () => {
    const contacts = [
      { name: 'Una Testwell', phone: '+447700900123', email: 'una@example.org', external_id: 'M1' },
      { name: '=Bram; "Bram"', phone: '+353871234567', email: 'bram@example.org', external_id: '-5' },
      { name: '＠Cara', email: '+cara@example.org', external_id: '@M3' },
    ];
    for (const contact of contacts) expect((await call('POST', '/contacts', { contact })).status).toBe(201);
    const before = (await call('GET', '/contacts')).body.data;
    const file = (await call('GET', '/contacts.csv')).body as string;
    expect(file).toContain(',+447700900123,');
    expect(file).toContain(`"'=Bram; ""Bram""",bram@example.org,`);
    expect(file).toContain(`'＠Cara,'+cara@example.org,`);
    expect(await imported(file)).toMatchObject({ rows_read: 3, added: 0, updated: 0, unchanged: 3, in_error: 0 });
    expect((await call('GET', '/contacts')).body.data).toEqual(before);
  });

  it('does not merge two people who share a mailbox', async () => {
    await imported('name,email,mrn\nMother,home@example.org,M1\nChild,home@example.org,M2\n');
    expect((await call('GET', '/contacts')).body.total).toBe(2);
    expect(await imported('name,email,mrn\nMother,home@example.org,M1\nAunt,home@example.org,M3\n')).toMatchObject({
      added: 1,
      unchanged: 1,
    });
  });

  it('opts nobody in again, at any address', async () => {
    const { id } = (
      await call('POST', '/contacts', {
        contact: { name: 'Una', email: 'old@example.org', external_id: 'M1' },
      })
    ).body.data;
    await call('POST', `/contacts/${id}/opt_outs`, { opt_out: { channel: 'email', reason: 'Said stop' } });
    await imported('name,email,mrn\nUna,new@example.org,M1\n');
    expect(await people()).toMatchObject([{ email: 'new@example.org', email_opted_out: true }]);
  });

  it.each([
    ['UTF-8', Buffer.from('name,email\nÅsa Ünï,asa@example.org\n')],
    ['UTF-8 with its mark', Buffer.from('\uFEFFname,email\nÅsa Ünï,asa@example.org\n')],
    ['UTF-16 LE', Buffer.from('\uFEFFname,email\nÅsa Ünï,asa@example.org\n', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\uFEFFname,email\nÅsa Ünï,asa@example.org\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('name,email\nÅsa Ünï,asa@example.org\n', 'latin1')],
    ['semicolons', Buffer.from('name;email\r\n"Åsa Ünï";asa@example.org\r\n')],
    ['tabs', Buffer.from('name\temail\rÅsa Ünï\tasa@example.org\r')],
    ['bars', Buffer.from('name|email\nÅsa Ünï|asa@example.org')],
    ['quotes', Buffer.from('"name","email"\n"Åsa Ünï",asa@example.org\n')],
  ])('is read in %s', async (_what, content) => {
    expect(await imported(content)).toMatchObject({ added: 1, in_error: 0 });
    expect(await people()).toMatchObject([{ name: 'Åsa Ünï' }]);
  });

  it('may be an Excel workbook, of whose formulas the stored value is read', async () => {
    const result = await imported(
      makeXlsx([
        ['First name', 'Surname', 'Telephone', 'E-mail address', 'Patient number'],
        ['Una', 'Testwell & Daughter', 353871234567, { formula: 'LOWER("X")', value: 'una@example.org' }, 'M1'],
        ['', '', '', '', ''],
        ['Bram', '', '', 'bram@', ''],
      ]),
    );
    expect(result).toMatchObject({ format: 'xlsx', added: 1, in_error: 1 });
    expect(await people()).toMatchObject([{ name: 'Una Testwell & Daughter', email: 'una@example.org' }]);
    expect(await errors(result)).toContain('4,This is no e-mail address.,Bram,,,bram@');
  });

  it('that ends in the middle of a row is reported, and its complete rows are kept', async () => {
    const short = await imported('name,email,mrn\nUna,una@example.org,M1\nBram,bram@exa');
    expect(short).toMatchObject({ state: 'finished', added: 1, in_error: 1 });
    expect((await errors(short))[1]).toContain('The file ends in the middle of this row.');
    const quoted = await imported('name,email,mrn\nCara,cara@example.org,M2\n"Dag,dag@exam');
    expect(quoted).toMatchObject({ state: 'finished', added: 1, in_error: 1 });
  });

  it('with a quote that is never closed fails as a whole, and the line is named', async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `Una ${at},una${at}@example.org`);
    const broken = ['name,email', ...rows.slice(0, 10), '"Bram,bram@example.org', ...rows.slice(10)].join('\n');
    const result = await imported(broken);
    expect(result).toMatchObject({
      state: 'failed',
      added: 0,
      error: expect.stringMatching(/quote .* line 12 /),
    });
    expect(await people()).toEqual([]);
  });

  it.each([
    ['that is empty', '', /empty/],
    ['that is a PDF', '%PDF-1.7 …', /no table/],
    ['that is an old Excel file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), /\.xlsx/],
    ['that is a broken Excel file', Buffer.from('PK\x03\x04 and nothing else'), /could not be read/],
    ['that is a picture', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]), /CSV or XLSX/],
    ['without a column to know people by', 'colour,size\nred,5\n', /No column/],
  ])('%s is refused, and nothing of it is stored', async (_what, content, says) => {
    const { status, body } = await upload(content);
    expect([status, body.errors?.file?.[0] ?? body]).toEqual([422, expect.stringMatching(says)]);
    expect(await latest()).toBeUndefined();
  });

  it('must come as a form with a file', async () => {
    expect((await call('POST', `/mailing_list/${listId}/import`, {})).status).toBe(415);
    const { status } = await server.call({
      method: 'POST',
      url: `/api/v1/mailing_list/${listId}/import`,
      headers: { ...admin.headers, 'content-type': 'multipart/form-data; boundary=part' },
      payload: '--part\r\ncontent-disposition: form-data; name="other"\r\n\r\nx\r\n--part--\r\n',
    });
    expect(status).toBe(422);
  });

  it('cannot be imported into a rule-based list', async () => {
    listId = (await call('POST', '/mailing_list', { mailing_list: { name: 'House', type_of: 'census' } })).body.data.id;
    expect((await upload('name,email\nUna,una@example.org\n')).status).toBe(409);
  });
});

describe('an import that waits', () => {
  it('shows its first rows with their problems, and uses the columns that a person chooses', async () => {
    const { body } = await upload('Who,Where\nUna,una@example.org\nBram,bram@\n', { hold: true });
    expect(body.data).toMatchObject({ state: 'uploaded', columns: {}, preview: { header: ['Who', 'Where'] } });
    const path = `/mailing_list/${listId}/imports/${body.data.id}`;
    expect((await call('POST', `${path}/start`, { import: {} })).body.errors).toHaveProperty('columns');
    expect((await call('PUT', path, { import: { columns: { email: 7 } } })).body.errors).toHaveProperty(
      'columns.email',
    );
    const mapped = await call('PUT', path, { import: { columns: { name: 0, email: 1 } } });
    expect(mapped.body.data.preview.rows.map(({ problem }: Json) => problem)).toEqual([null, 'email_invalid']);
    expect((await call('POST', `${path}/start`, { import: {} })).status).toBe(202);
    expect((await call('POST', `${path}/start`, { import: {} })).status).toBe(409);
    await server.runJobs();
    expect((await call('GET', path)).body.data).toMatchObject({ state: 'finished', added: 1, in_error: 1 });
  });

  it('is read in the encoding that a person chooses, and keeps the columns that were chosen', async () => {
    // “Nr pacjenta;Imię;Nazwisko;E-mail;Język” in Windows-1250, as Excel writes it.
    const file = Buffer.from(
      'Nr pacjenta;Imi\xea;Nazwisko;E-mail;J\xeazyk\nP1;\xa3ucja;\x8cliwi\xf1ska;lucja@example.org;polski\n',
      'latin1',
    );
    const { body } = await upload(file, { hold: true });
    expect(body.data).toMatchObject({
      encoding: 'windows-1252',
      columns: { family_name: 2, email: 3, external_id: 0 },
    });
    const path = `/mailing_list/${listId}/imports/${body.data.id}`;
    await call('PUT', path, { import: { columns: { name: 2, email: 3, external_id: 0 } } });
    const chosen = await call('PUT', path, { import: { encoding: 'windows-1250' } });
    expect(chosen.body.data).toMatchObject({
      encoding: 'windows-1250',
      columns: { name: 2, email: 3, external_id: 0, given_name: 1, language: 4 },
      preview: { header: ['Nr pacjenta', 'Imię', 'Nazwisko', 'E-mail', 'Język'] },
    });
    const beyond = await call('PUT', path, { import: { encoding: 'utf-8', columns: { email: 7 } } });
    expect([beyond.status, (await latest()).encoding]).toEqual([422, 'windows-1250']);
    await call('PUT', path, {
      import: { columns: { given_name: 1, family_name: 2, email: 3, language: 4, external_id: 0 } },
    });
    expect((await call('PUT', path, { import: { encoding: 'ebcdic' } })).body.errors).toHaveProperty('encoding');
    expect((await call('POST', `${path}/start`, { import: {} })).status).toBe(202);
    expect((await call('PUT', path, { import: { encoding: 'utf-8' } })).status).toBe(409);
    await server.runJobs();
    expect(await people()).toMatchObject([{ name: 'Łucja Śliwińska', email: 'lucja@example.org', language: 'pl' }]);
  });

  it('says itself how its letters are stored, if it is an Excel workbook', async () => {
    const { body } = await upload(makeXlsx([['name', 'email']]), { hold: true, name: 'people.xlsx' });
    const path = `/mailing_list/${listId}/imports/${body.data.id}`;
    const { status, body: refused } = await call('PUT', path, { import: { encoding: 'windows-1250' } });
    expect([status, refused.errors.encoding]).toEqual([422, ['An Excel file says itself how its letters are stored.']]);
  });

  it('is the only one of its list, and can be cancelled', async () => {
    const file = 'name,email\nUna,una@example.org\n';
    const first = (await upload(file)).body.data;
    expect((await upload(file)).status).toBe(409);
    expect((await call('POST', `/mailing_list/${listId}/imports/${first.id}/cancel`)).body.data.state).toBe(
      'cancelled',
    );
    expect((await call('POST', `/mailing_list/${listId}/imports/${first.id}/cancel`)).status).toBe(409);
    await server.runJobs();
    expect(await people()).toEqual([]);
    expect(await imported(file)).toMatchObject({ added: 1 });
  });

  it('that was cancelled while running keeps nothing', async () => {
    const { id } = (await upload('name,email\nUna,una@example.org\n')).body.data;
    await within(server, hospital, (tx) =>
      tx
        .updateTable('contact_imports')
        .set({ cancel_requested: true, state: 'running' })
        .where('id', '=', id)
        .execute(),
    );
    await server.runJobs();
    expect(await latest()).toMatchObject({ id, state: 'cancelled', added: 0 });
    expect(await people()).toEqual([]);
  });

  it('starts again after its process was killed, and fails when that happens repeatedly', async () => {
    const begun = (attempts: number) =>
      within(server, hospital, (tx) => tx.updateTable('contact_imports').set({ attempts, state: 'running' }).execute());
    await upload('name,email\nUna,una@example.org\n');
    await begun(1);
    await server.runJobs();
    expect(await latest()).toMatchObject({ state: 'finished', added: 1 });
    await upload('name,email\nBram,bram@example.org\n');
    await within(server, hospital, (tx) =>
      tx.updateTable('contact_imports').set({ attempts: 3, state: 'running' }).where('state', '=', 'queued').execute(),
    );
    await server.runJobs();
    expect(await latest()).toMatchObject({ state: 'failed', error: expect.stringContaining('send the file again') });
  });
});
