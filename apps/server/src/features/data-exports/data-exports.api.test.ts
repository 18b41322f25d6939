import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { dataExports } from '@wardvoice/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSurvey, within } from '../../testing/builders.ts';
import { giveAnswers } from '../../testing/answers/given-answers.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let folder: string;
let hospital: TestApplication;
let surveyId: number;
let analyst: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-exports-'));
  server = await startTestServer({ exportUrl: folder });
});
beforeEach(async () => {
  hospital = await server.makeApplication();
  surveyId = (await makeSurvey(server, hospital)).id;
  analyst = await server.makeUser({
    applications: [hospital],
    permissions: ['data_exports.list', 'data_exports.create', 'data_exports.download', 'feedback.list'],
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

type Wanted = Partial<dataExports.DataExport>;

const ask = (wanted: Wanted, user = analyst) =>
  server.as(user)('POST', '/data_exports', {
    data_export: { subject: 'answers', format: 'parquet', ...wanted },
  });

/** Asks for an export, lets the worker write it, and returns it as it is then. */
async function exportNow(wanted: Wanted = {}): Promise<dataExports.DataExport> {
  const { status, body } = await ask(wanted);
  expect(status).toBe(201);
  expect(body.data).toMatchObject({ state: 'waiting', file: null });
  await server.runJobs();
  return (await server.as(analyst)('GET', `/data_exports/${body.data.id}`)).body.data;
}

/** Runs a query of DuckDB about the file of an export, which it calls `file`. */
async function query(made: dataExports.DataExport, reader: string, text: string) {
  const path = join(folder, 'exports', made.file ?? '');
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  try {
    const result = await connection.runAndReadAll(`with file as (select * from ${reader}('${path}')) ${text}`);
    return result.getRowObjectsJson();
  } finally {
    connection.disconnectSync();
  }
}

const download = (id: number, user = analyst) =>
  server.http.inject({ method: 'GET', url: `/api/v1/data_exports/${id}/file`, headers: user.headers });

describe('an export', () => {
  it.each([
    ['parquet', 'read_parquet'],
    ['csv', 'read_csv_auto'],
    ['ndjson', 'read_json_auto'],
  ] as const)('as %s has the rows of the API, with the sums that DuckDB reads from it', async (format, reader) => {
    await giveAnswers(
      server,
      hospital,
      { surveyId, ward: 'ASH', many: 700, value: 100, text: 'Grüße, "all" good\nالحمد لله' },
      { surveyId, ward: 'ELM', many: 300, value: 25 },
      { surveyId, ward: null, many: 4, value: null },
    );
    const made = await exportNow({ format, with_comments: true });
    expect(made).toMatchObject({ state: 'done', row_count: 1704, error: null });
    const [sums] = await query(
      made,
      reader,
      `select count(*) as rows, count(distinct feedback_id) as people, sum(value) as value, count(text) as comments,
         count(*) filter (where counts_person) as persons, count(*) filter (where small_group) as small,
         min(submitted_at)::timestamptz = timestamptz '2026-06-10 12:00:00+00' as is_instant, max(month) as month,
         max(id) - min(id) as span from file`,
    );
    expect(sums).toMatchObject({
      rows: '1704',
      people: '1004',
      value: '77500',
      comments: '700',
      persons: '1704',
      small: '304',
      is_instant: true,
      month: '2026-06',
    });
    const said = await query(made, reader, `select distinct text from file where text is not null`);
    expect(said).toEqual([{ text: 'Grüße, "all" good\nالحمد لله' }]);
    const { body } = await server.as(analyst)('GET', '/feedback/answers?per_page=5000');
    expect(body.data).toHaveLength(1704);
    expect(Number(sums?.['span'])).toBe(
      Math.max(...body.data.map(({ id }: { id: number }) => id)) -
        Math.min(...body.data.map(({ id }: { id: number }) => id)),
    );
  });

  it('as Parquet has typed columns, also where there are no rows', async () => {
    const made = await exportNow();
    expect(made).toMatchObject({ state: 'done', row_count: 0 });
    const types = await query(
      made,
      'read_parquet',
      `select column_name, column_type from (describe from file) where column_name in
         ('id', 'value', 'number', 'date', 'text', 'counts_person', 'submitted_at')`,
    );
    expect(Object.fromEntries(types.map(({ column_name, column_type }) => [column_name, column_type]))).toEqual({
      id: 'BIGINT',
      value: 'INTEGER',
      number: 'DECIMAL(15,6)',
      date: 'DATE',
      text: 'VARCHAR',
      counts_person: 'BOOLEAN',
      submitted_at: 'TIMESTAMP WITH TIME ZONE',
    });
  });

  it('keeps numbers and days as they were given', async () => {
    await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 1 });
    await within(server, hospital, (tx) =>
      sql`
        insert into feedback_answers (application_id, feedback_id, question_id, question_type, question_title, number, unit, day)
        select ${hospital.id}::bigint, min(id), 8, 'number', 'Weight?', 71.25, 'kg', null::date from feedback where application_id = ${hospital.id}
        union all
        select ${hospital.id}::bigint, min(id), 9, 'date', 'When?', null, null, '1969-12-30' from feedback where application_id = ${hospital.id}`.execute(
        tx,
      ),
    );
    const made = await exportNow();
    expect(
      await query(
        made,
        'read_parquet',
        'select number::varchar as number, unit, date::varchar as date from file order by question_id',
      ),
    ).toEqual([
      { number: null, unit: null, date: null },
      { number: '71.250000', unit: 'kg', date: null },
      { number: null, unit: null, date: '1969-12-30' },
    ]);
  });

  it.each(['feedback', 'scores', 'pathway_steps', 'invitations', 'deliveries', 'cases', 'visits'] as const)(
    'has %s as well',
    async (subject) => {
      await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 6 });
      const made = await exportNow({ subject });
      expect(made).toMatchObject({ state: 'done', error: null });
      const [counted] = await query(made, 'read_parquet', 'select count(*) as rows from file');
      expect(counted).toEqual({ rows: String(made.row_count) });
      expect(made.row_count).toBe(subject === 'feedback' || subject === 'invitations' ? 6 : 0);
    },
  );

  it('is of the days that were asked for, by the calendar of the hospital, and without what people wrote unless asked for', async () => {
    await giveAnswers(
      server,
      hospital,
      { surveyId, ward: 'ASH', many: 2, at: '2026-05-31T23:30:00Z', text: 'May' },
      { surveyId, ward: 'ASH', many: 3, at: '2026-06-30T23:30:00Z', text: 'June' },
      { surveyId, ward: 'ASH', many: 4, at: '2026-07-01T00:30:00Z', text: 'July' },
    );
    const made = await exportNow({ from_day: '2026-06-01', to_day: '2026-06-30' });
    const [sums] = await query(
      made,
      'read_parquet',
      'select count(distinct feedback_id) as people, count(text) as said from file',
    );
    expect(sums).toEqual({ people: '3', said: '0' });
    expect((await ask({ from_day: '2026-06-02', to_day: '2026-06-01' })).body.errors).toHaveProperty('to_day');
  });

  it('has no row of another hospital, and its file is for nobody there', async () => {
    const neighbour = await server.makeApplication();
    const theirs = (await makeSurvey(server, neighbour)).id;
    await giveAnswers(server, neighbour, { surveyId: theirs, ward: 'OAK', many: 9 });
    await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 2 });
    const made = await exportNow();
    expect(await query(made, 'read_parquet', 'select distinct ward from file')).toEqual([{ ward: 'ASH' }]);
    const curious = await server.makeUser({ applications: [neighbour], permissions: ['admin'] });
    expect((await download(made.id, curious)).statusCode).toBe(404);
  });

  it('is downloaded as it lies in the store', async () => {
    await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 20 });
    const made = await exportNow({ format: 'csv' });
    const { statusCode, rawPayload, headers } = await download(made.id);
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/filename="answers-\w+-\d+-1[.]csv"/);
    expect(rawPayload.equals(await readFile(join(folder, 'exports', made.file ?? '')))).toBe(true);
    expect(rawPayload.length).toBe(made.bytes);
  });
});

describe('who may', () => {
  it('what people wrote is for those who may read feedback, and exports for those who see every ward', async () => {
    const may = ['data_exports.list', 'data_exports.create', 'data_exports.download'];
    const clerk = await server.makeUser({ applications: [hospital], permissions: may });
    expect((await ask({ with_comments: true }, clerk)).status).toBe(403);
    expect((await ask({}, clerk)).status).toBe(201);
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: [...may, 'feedback.list'],
      locations: ['ASH'],
    });
    expect((await ask({}, nurse)).status).toBe(403);
    const made = await exportNow({ with_comments: true });
    expect((await download(made.id, clerk)).statusCode).toBe(403);
    expect((await download(made.id, nurse)).statusCode).toBe(403);
    const reader = await server.makeUser({ applications: [hospital], permissions: ['data_exports.list'] });
    expect((await download(made.id, reader)).statusCode).toBe(403);
  });

  it('who asked and who downloaded is in the audit', async () => {
    const made = await exportNow();
    await download(made.id);
    const { rows } = await within(server, hospital, (tx) =>
      sql<{ action: string }>`
        select action from audit_entries where application_id = ${hospital.id} and record_type = 'data_exports' order by id`.execute(
        tx,
      ),
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'download']);
  });
});

describe('when something goes wrong', () => {
  const filesOf = async () =>
    (await readdir(join(folder, 'exports'), { recursive: true }).catch(() => [])).filter((name) =>
      name.startsWith(`application-${hospital.id}/`),
    );

  it('an export whose process was killed is written again into a new file, and no half of a file has its name', async () => {
    await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 3 });
    const { body } = await ask({});
    // The first attempt was begun and ended without a word.
    await within(server, hospital, (tx) =>
      sql`update data_exports set state = 'running', attempts = 1, started_at = now() where id = ${body.data.id}`.execute(
        tx,
      ),
    );
    await server.runJobs();
    const { body: after } = await server.as(analyst)('GET', `/data_exports/${body.data.id}`);
    expect(after.data).toMatchObject({ state: 'done', row_count: 3 });
    expect(after.data.file).toMatch(/-2[.]parquet$/);
    expect((await filesOf()).filter((name) => name.includes('parquet'))).toEqual([after.data.file]);
  });

  it('an export that was begun three times is given up, in words', async () => {
    const { body } = await ask({});
    await within(server, hospital, (tx) =>
      sql`update data_exports set state = 'running', attempts = 3 where id = ${body.data.id}`.execute(tx),
    );
    await server.runJobs();
    const { body: after } = await server.as(analyst)('GET', `/data_exports/${body.data.id}`);
    expect(after.data).toMatchObject({ state: 'failed', file: null });
    expect(after.data.error).toContain('three times');
    expect((await download(body.data.id)).statusCode).toBe(409);
  });

  it('a store that cannot be written is told on the export', async () => {
    await writeFile(join(folder, 'exports', `application-${hospital.id}`), 'a file where a folder should be');
    const made = await exportNow();
    expect(made.state).toBe('failed');
    expect(made.error).toMatch(/^The folder .* cannot be written \(\w+\): check/);
    await rm(join(folder, 'exports', `application-${hospital.id}`));
  });

  it('without a place for exports the list says so, and nobody can ask for one', async () => {
    const bare = await startTestServer();
    try {
      const own = await bare.makeApplication();
      const admin = await bare.makeUser({ applications: [own], permissions: ['admin'] });
      expect((await bare.as(admin)('GET', '/data_exports')).body).toMatchObject({ data: [], place: null });
      const { status, body } = await bare.as(admin)('POST', '/data_exports', {
        data_export: { subject: 'answers', format: 'csv' },
      });
      expect([status, body.message]).toEqual([409, expect.stringContaining('EXPORT_URL')]);
    } finally {
      await bare.stop();
    }
  });
});

describe('each night', () => {
  const nightly = (chosen: object) =>
    server.as(analyst)('PUT', '/data_exports/nightly', {
      nightly_export: {
        active: true,
        subjects: ['answers'],
        format: 'ndjson',
        with_comments: false,
        days: null,
        ...chosen,
      },
    });
  const runNight = async (at: string) => {
    server.setTime(new Date(at));
    await server.ctx.db.pool.query(`select graphile_worker.add_job('start-nightly-exports', '{}')`);
    await server.runJobs();
  };

  it('what was chosen is exported once, and a file that is too old is removed', async () => {
    await giveAnswers(server, hospital, { surveyId, ward: 'ASH', many: 2 });
    expect((await nightly({ subjects: ['answers', 'feedback', 'answers'] })).body.data.subjects).toEqual([
      'answers',
      'feedback',
    ]);
    await runNight('2026-06-20T01:07:00Z');
    await runNight('2026-06-20T01:08:00Z');
    const { body } = await server.as(analyst)('GET', '/data_exports');
    expect(body.data).toMatchObject([
      { is_nightly: true, asked_by: null, state: 'done' },
      { is_nightly: true, asked_by: null, state: 'done' },
    ]);
    await nightly({ active: false });
    await runNight('2026-07-21T01:07:00Z');
    const { body: later } = await server.as(analyst)('GET', '/data_exports');
    expect(later.data.map(({ state }: dataExports.DataExport) => state)).toEqual(['removed', 'removed']);
    expect((await download(body.data[0].id)).statusCode).toBe(409);
  });

  const statesOfNightly = () =>
    within(server, hospital, async (tx) => {
      const rows = await tx.selectFrom('data_exports').select('state').where('is_nightly', '=', true).execute();
      return rows.map(({ state }) => state);
    });

  it('what was chosen is exported although as many as may wait do', async () => {
    await within(server, hospital, (tx) =>
      tx
        .insertInto('data_exports')
        .values(
          Array.from({ length: dataExports.MAX_UNDER_WAY }, () => ({
            application_id: hospital.id,
            subject: 'visits',
            state: 'waiting',
            format: 'csv',
            with_comments: false,
            is_nightly: false,
            asked_at: server.ctx.clock(),
          })),
        )
        .execute(),
    );
    expect((await ask({ subject: 'visits' })).status).toBe(409);
    await nightly({});
    await runNight('2026-07-22T01:07:00Z');
    expect(await statesOfNightly()).toEqual(['done']);
  });

  it('nothing of a restored database leaves before a person has released its sending', async () => {
    await nightly({});
    await within(server, hospital, (tx) =>
      tx
        .insertInto('sending_holds')
        .values({ application_id: hospital.id, reason: 'restored', held_at: server.ctx.clock() })
        .execute(),
    );
    await runNight('2026-07-23T01:07:00Z');
    expect(await statesOfNightly()).toEqual([]);
    await within(server, hospital, (tx) =>
      tx.updateTable('sending_holds').set({ released_at: server.ctx.clock() }).execute(),
    );
    await runNight('2026-07-23T01:08:00Z');
    expect(await statesOfNightly()).toEqual(['done']);
  });
});
