import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import type { Database } from '../db/database.ts';

/** More than a file had once, and more than two parts of it. */
const ROWS = 100_345;

let server: TestServer;
let hospital: TestApplication;
let admin: TestUser;
let address: string;
/** Runs before each transaction of a call that only reads. */
let beforeReading = async (): Promise<void> => undefined;

beforeAll(async () => {
  server = await startTestServer({
    contextOf: (ctx) => {
      const reading: Database['reading'] = async (scope, work) => {
        await beforeReading();
        return ctx.db.reading(scope, work);
      };
      return { ...ctx, db: { ...ctx.db, reading } };
    },
  });
  hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await within(server, hospital, (tx) =>
    sql`insert into hl7_messages (application_id, state, event_at, message_control_id, event, content_hash, raw)
      select ${hospital.id}, 'processed', timestamptz '2026-01-02' + n / 100 * interval '1 second', 'FILE' || n, 'A60', sha256(n::text::bytea),
        'MSH|'::bytea
      from generate_series(1, ${ROWS}::int) n`.execute(tx),
  );
  address = await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.stop());

const readAsUsual = () => {
  beforeReading = async () => undefined;
};
const download = () => fetch(`${address}/api/v1/hl7_messages.csv?type=A60`, { headers: admin.headers });
const countExported = async (): Promise<number[]> => {
  const { body } = await server.as(admin)('GET', '/audit?action=export');
  return body.data.map(({ details }: Json) => details.count).toReversed();
};

it('a file has every row of a long list once, and the audit knows them all', async () => {
  const response = await download();
  expect([response.status, response.headers.get('content-disposition')]).toEqual([
    200,
    'attachment; filename="hl7_messages.csv"',
  ]);
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
  expect(head).toMatch(/^id,event,/);
  const ids = lines.map((line) => Number(line.split(',')[0]));
  expect([ids.length, new Set(ids).size]).toEqual([ROWS, ROWS]);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  expect(await countExported()).toEqual([50_000, 50_000, 345]);
});

it('a failure on the way breaks the download, so that nobody takes a part for the whole', async () => {
  onTestFinished(readAsUsual);
  let begin: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  let readings = 0;
  beforeReading = async () => {
    readings += 1;
    if (readings === 1) return;
    await hasBegun;
    throw new Error('The database is away.');
  };
  const { status, body } = await download();
  const reader = body?.getReader();
  if (!reader) throw new Error('The answer has no body.');
  expect([status, (await reader.read()).done]).toEqual([200, false]);
  begin();
  const readAll = async () => {
    while (!(await reader.read()).done);
  };
  await expect(readAll()).rejects.toThrow('terminated');
});

it('a failure before the first row is an answer that says so', async () => {
  onTestFinished(readAsUsual);
  beforeReading = async () => {
    throw new Error('The database is away.');
  };
  const response = await download();
  expect([response.status, response.headers.get('content-disposition')]).toEqual([500, null]);
  expect(await response.json()).toMatchObject({ message: expect.any(String), status: 500 });
});
