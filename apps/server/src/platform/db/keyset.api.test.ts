import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await insertMessages(1, 9);
});
afterAll(() => server.stop());

/** Messages of which always three are of the same microsecond, and the others of the one after. */
const insertMessages = (from: number, to: number) =>
  within(server, hospital, (tx) =>
    sql`insert into hl7_messages (application_id, state, event_at, message_control_id, event, content_hash, raw)
      select ${hospital.id}, 'processed', timestamptz '2026-01-01 10:00:00.123456Z' + n / 3 * interval '1 microsecond', 'KEY' || n, 'A60',
        sha256(n::text::bytea), 'MSH|'::bytea
      from generate_series(${from}::int, ${to}::int) n`.execute(tx),
  );

const get = (path: string) => server.as(admin)('GET', path);
const page = async (path: string): Promise<Json> => {
  const { status, body } = await get(path);
  expect([path, status, body.errors]).toEqual([path, 200, undefined]);
  return body;
};

/** Reads a list on from each page to the next, and does something after the first. */
async function readOn(path: string, afterFirst: () => Promise<unknown> = async () => undefined): Promise<Json[]> {
  const rows: Json[] = [];
  let cursor: string | null = '';
  for (let pages = 0; cursor !== null; pages += 1) {
    const { data, next_cursor }: Json = await page(`${path}${cursor && `&cursor=${cursor}`}`);
    rows.push(...data);
    if (pages === 0) await afterFirst();
    cursor = next_cursor;
  }
  return rows;
}

describe('a list is read on from a row', () => {
  it.each(['-event_at', 'event_at', '-id', 'id', '-received_at'])(
    'without a repetition or a gap, sorted by %s, also where the times are the same',
    async (sort) => {
      const all = (await page(`/hl7_messages?type=A60&sort=${sort}`)).data.map(({ id }: Json) => id);
      for (const size of [1, 2, 4]) {
        const read = await readOn(`/hl7_messages?type=A60&sort=${sort}&per_page=${size}`);
        expect(read.map(({ id }) => id)).toEqual(all);
      }
    },
  );

  it('while others come in, which by pages would be read twice', async () => {
    const before = (await page('/hl7_messages?type=A60')).data.map(({ id }: Json) => id);
    const read = await readOn('/hl7_messages?type=A60&per_page=4', () => insertMessages(10, 14));
    expect(read.map(({ id }) => id)).toEqual(before);
    expect((await page('/hl7_messages?type=A60&per_page=4')).total).toBe(14);
  });

  it.each([
    '/deliveries?',
    '/deliveries?sort=send_at',
    '/audit?',
    '/inbound_texts?',
    '/hl7_messages/errors?',
    '/hl7_discharges?',
  ])('as in %s', async (path) => {
    // The audit grows with each page that is read.
    const until = path === '/audit?' ? '&sort=at' : '';
    const all = (await page(`${path}${until}&per_page=200`)).data.map(({ id }: Json) => id);
    const read = await readOn(`${path}${until}&per_page=${Math.max(1, Math.ceil(all.length / 3))}`);
    expect(read.slice(0, all.length).map(({ id }) => id)).toEqual(all);
    expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  });

  it('and the number of all stays what it is', async () => {
    const first = await page('/hl7_messages?type=A60&per_page=4');
    const second = await page(`/hl7_messages?type=A60&per_page=4&cursor=${first.next_cursor}`);
    expect([first.total, second.total]).toEqual([14, 14]);
    expect((await page('/hl7_messages?type=A60&per_page=50')).next_cursor).toBeNull();
  });
});

it('a file has every row once, however many reads it takes', async () => {
  await within(server, hospital, (tx) =>
    sql`insert into hl7_messages (application_id, state, event_at, message_control_id, event, content_hash, raw)
      select ${hospital.id}, 'processed', timestamptz '2026-01-02' + n / 100 * interval '1 second', 'FILE' || n, 'A61', sha256(('f' || n)::bytea),
        'MSH|'::bytea
      from generate_series(1, 12345) n`.execute(tx),
  );
  const { body } = await server.call({ url: '/api/v1/hl7_messages.csv?type=A61', headers: admin.headers });
  const [, ...lines] = String(body).trim().split('\r\n');
  const ids = lines.map((line) => Number(line.split(',')[0]));
  expect([ids.length, new Set(ids).size]).toEqual([12345, 12345]);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
});

it('a row with a number below one, as the oldest entries of the audit have, is read on from as any other', async () => {
  await within(server, hospital, (tx) =>
    sql`insert into hl7_messages (id, application_id, state, event_at, message_control_id, event, content_hash, raw) overriding system value
      select -n, ${hospital.id}, 'processed', '2026-01-01', 'OLD' || n, 'A62', sha256(('old' || n)::bytea), 'MSH|'::bytea
      from generate_series(0, 2) n`.execute(tx),
  );
  expect((await readOn('/hl7_messages?type=A62&sort=-id&per_page=1')).map(({ id }) => id)).toEqual([0, -1, -2]);
});

it('a cursor that is none, of another sort, or beside a page is refused in a sentence that says what to do', async () => {
  const { next_cursor: cursor } = await page('/hl7_messages?type=A60&per_page=2');
  const forged = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  for (const wrong of [
    'x',
    forged(['-event_at', 'yesterday; drop table users', 1]),
    forged(['-event_at', '2026-13-01 10:00:00+00', 1]),
    forged(['-event_at']),
    forged({}),
  ])
    expect([wrong, (await get(`/hl7_messages?cursor=${wrong}`)).body.errors]).toEqual([
      wrong,
      { cursor: ['Give the next_cursor of a page that was read with this sort.'] },
    ]);
  expect((await get(`/hl7_messages?sort=event_at&cursor=${cursor}`)).status).toBe(422);
  expect((await get(`/hl7_messages?page=2&cursor=${cursor}`)).body.errors).toEqual({
    cursor: ['Leave out page: the cursor says where to read on.'],
  });
});

it('a cursor shows nothing of another hospital', async () => {
  const other = await server.makeApplication();
  const stranger = await server.makeUser({ applications: [other], permissions: ['admin'] });
  const { next_cursor: cursor } = await page('/hl7_messages?type=A60&per_page=2');
  const { body } = await server.as(stranger)('GET', `/hl7_messages?cursor=${cursor}`);
  expect(body).toMatchObject({ data: [], total: 0, next_cursor: null });
});
