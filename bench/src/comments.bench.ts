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
  const superuser = new pg.Client({ connectionString: database.superuserConnectionString });
  await superuser.connect();
  await fill(superuser, hospital.id, hospital.surveyId);
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

/**
 * Inserts the answered surveys of as many patients, the newest last, of 30 wards. Triggers and foreign keys are off meanwhile, and the indexes of
 * words are made at the end, which takes a seventh of the time. Each word is its own stem.
 */
async function fill(superuser: pg.Client, applicationId: number, surveyId: number): Promise<void> {
  const each = `generate_series(1, ${COMMENTS}) n, earlier`;
  const statements = [
    "set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '512MB'",
    `create temp table earlier as select (select coalesce(max(id), 0) from patients) as patient,
      (select coalesce(max(id), 0) from invitations) as invitation, (select coalesce(max(id), 0) from feedback) as feedback`,
    `insert into patients (id, application_id, identifier, family_name, given_name, birth_date, facts_at, created_at) overriding system value
      select patient + n, ${applicationId}, 'N' || n, 'Bench' || n, 'Orla', '1970-01-01', now(), now() from ${each}`,
    `insert into invitations (id, application_id, survey_id, patient_id, token_hash, language, way, created_at, expires_at, answered_at)
      overriding system value
      select invitation + n, ${applicationId}, ${surveyId}, patient + n, sha256(n::text::bytea), 'en', 'hand', now(), now(), now() from ${each}`,
    `insert into feedback (id, application_id, survey_id, invitation_id, language, location, score, submitted_at, read_at, change_number)
      overriding system value
      select feedback + n, ${applicationId}, ${surveyId}, invitation + n, 'en', 'W' || n % 30, n * 7 % 101, now() - (${COMMENTS} - n) * interval '1 second',
        case when n % 100 > 0 then now() end, 1000 + n from ${each}`,
    `insert into feedback_answers (application_id, feedback_id, question_id, question_title, text)
      select ${applicationId}, feedback + n, 1, 'What else?',
        (select string_agg('w' || floor(power(${WORDS}, random()))::int, ' ') from generate_series(1, 20 + (0 * n)::int)) from ${each}`,
    'drop index comment_words_by_word; alter table comment_words drop constraint comment_words_pkey',
    `insert into comment_words (application_id, feedback_id, word)
      select distinct application_id, feedback_id, word from feedback_answers, string_to_table(text, ' ') word
      where application_id = ${applicationId} and feedback_id > (select feedback from earlier)`,
    'alter table comment_words add primary key (application_id, feedback_id, word)',
    'create index comment_words_by_word on comment_words (application_id, word, feedback_id)',
    'vacuum analyze',
  ];
  for (const statement of statements) await superuser.query(statement);
}
