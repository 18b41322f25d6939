/**
 * Measures the search in comments over HTTP, a page of 25 with its total, in an application with as many answered surveys as the
 * first argument says, each with a comment of twenty invented words: some are in most comments and most are in few. Beside it: bare
 * SQL that looks for a part of a text, which is how comments were searched before there was a table of their words.
 */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { makeFullApplication } from '../../apps/server/src/testing/full-application.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';
import { measureCalls } from './measure-calls.ts';

const COMMENTS = Number(process.argv[2] ?? '1000000');
const CALLS = Number(process.argv[3] ?? '30');
const AT_ONCE = 20_000;
const WORDS = 20_000;
/** By their number: the smaller it is, the more comments have the word. */
const SEARCHES = {
  'a word of 0.02 % of the comments': 'w9000',
  'of 0.4 %': 'w900',
  'of 6 %': 'w90',
  'of 40 %': 'w9',
  'of 90 %': 'w1',
  'of 6 %, and another of 40 %': 'w90 w9',
  'of 6 %, of one ward': 'w90&location=W7',
  'of 90 %, of one ward': 'w1&location=W7',
  'of 90 %, by score': 'w1&sort=score',
  'two words after each other': '"w90 w9"',
  'of 40 %, without one of 90 %': 'w9 -w1',
  'a name': 'bench77',
};

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
const server = await startTestServer({ database });
const client = new pg.Client({ connectionString: database.connectionString });
await client.connect();
try {
  const hospital = await makeFullApplication(server);
  await client.query(`select set_config('wardvoice.application_id', '${hospital.id}', false)`);
  const begin = performance.now();
  await fill(hospital.id, hospital.surveyId);
  const superuser = new pg.Client({ connectionString: database.superuserConnectionString });
  await superuser.connect();
  await superuser.query('vacuum analyze');
  const { rows: sizes } = await superuser.query(
    `select pg_total_relation_size('comment_words') / 1024 / 1024 as words_mb,
      pg_total_relation_size('feedback_answers') / 1024 / 1024 as answers_mb, (select count(*) from comment_words) as words`,
  );
  await superuser.end();
  console.log(JSON.stringify({ filled_in_s: Math.round((performance.now() - begin) / 1000), ...sizes[0] }));

  // A session that waits while the database is filled would be locked.
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.http.server.address() as AddressInfo;
  const search = async (term: string) => {
    const [words = '', ...more] = term.split('&');
    const query = ['term', encodeURIComponent(words)].join('=');
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/feedback?${[query, ...more].join('&')}`, {
      headers: admin.headers,
    });
    if (response.status !== 200) throw new Error(`${term}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { total: number };
  };
  const rows = [];
  for (const [what, term] of Object.entries(SEARCHES)) {
    const { total } = await search(term);
    rows.push({ ...(await measureCalls(what, () => search(term), CALLS)), total });
  }
  rows.push(
    await measureCalls(
      'bare SQL for a part of the text',
      () =>
        client.query(`select id from feedback_answers where application_id = $1 and text ilike '%w900 %'`, [
          hospital.id,
        ]),
      3,
    ),
  );
  console.table(rows);
  for (const row of rows) console.log(JSON.stringify({ bench: 'comments', comments: COMMENTS, ...row }));
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
}

/** Inserts the answered surveys of as many patients, the newest last, of 30 wards. */
async function fill(applicationId: number, surveyId: number): Promise<void> {
  for (let from = 0; from < COMMENTS; from += AT_ONCE)
    await client.query(
      `with person as (
        insert into patients (application_id, identifier, family_name, given_name, birth_date, facts_at)
        select $1, 'N' || n, 'Bench' || n, 'Orla', '1970-01-01', now() from generate_series($2::int + 1, least($2::int + $3::int, $4::int)) n
        returning id
      ), asked as (
        insert into invitations (application_id, survey_id, patient_id, token_hash, language, way, created_at, expires_at, answered_at)
        select $1, $5, id, sha256(id::text::bytea), 'en', 'hand', now(), now(), now() from person returning id
      ), answered as (
        insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at, read_at)
        select $1, $5, id, 'en', 'W' || id % 30, id * 7 % 101, now() - ($4::int - $2::int) * interval '1 second' + id % 1000 * interval '1 ms',
          case when id % 100 > 0 then now() end
        from asked returning id
      )
      insert into feedback_answers (application_id, feedback_id, question_id, question_title, text)
      select $1, id, 1, 'What else?',
        (select string_agg('w' || floor(power(${WORDS}, random()))::int, ' ') from generate_series(1, 20 + (0 * answered.id)::int)) from answered`,
      [applicationId, from, AT_ONCE, COMMENTS, surveyId],
    );
}
