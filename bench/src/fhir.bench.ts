/**
 * Measures reads and searches of the FHIR interface over HTTP, beside the bare SQL of the same row, in an application with as many
 * patients as the first argument says, each with a stay, a number, a delivery, and every fourth with an answered survey. The second is the number of
 * calls of each kind.
 */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { makeFullApplication } from '../../apps/server/src/testing/full-application.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';
import { measureCalls } from './measure-calls.ts';

const PATIENTS = Number(process.argv[2] ?? '200000');
const CALLS = Number(process.argv[3] ?? '300');
const PAGE = 500;
const NEW_LINE = 10;
const FILES = ['Patient', 'Encounter', 'Communication', 'QuestionnaireResponse'] as const;

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
const server = await startTestServer({ database });
const client = new pg.Client({ connectionString: database.connectionString });
await client.connect();
try {
  const hospital = await makeFullApplication(server);
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await client.query(`select set_config('wardvoice.application_id', '${hospital.id}', false)`);
  const first = await fill(hospital.id, hospital.surveyId);
  await analyze(database.superuserConnectionString);
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.http.server.address() as AddressInfo;
  const get = async (path: string) => {
    const url = path.startsWith('http') ? path : `http://127.0.0.1:${port}/fhir/r4/${path}`;
    const response = await fetch(url, { headers: admin.headers });
    const body: Json = await response.json();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  };
  const one = () => first + Math.floor(Math.random() * PATIENTS);
  const half = (await client.query(`select changed_at from patients where id = $1`, [first + Math.floor(PATIENTS / 2)]))
    .rows[0].changed_at;

  const measure = (what: string, call: () => Promise<unknown>, calls = CALLS) => measureCalls(what, call, calls);
  const rows = [
    await measure('bare SQL of a patient by its id', () =>
      client.query('select * from patients where application_id = $1 and id = $2', [hospital.id, one()]),
    ),
    await measure('read a patient', () => get(`Patient/${one()}`)),
    await measure('bare SQL of a patient by a number', () =>
      client.query(
        `select p.* from patients p join patient_identifiers n on n.patient_id = p.id
         where n.application_id = $1 and n.identifier = $2`,
        [hospital.id, `BENCH${one()}`],
      ),
    ),
    await measure('patients by a number', () => get(`Patient?identifier=BENCH${one()}`)),
    await measure('patients by family name', () => get(`Patient?family=Bench${one()}`)),
    await measure('stays of a patient', () => get(`Encounter?patient=${one()}`)),
    await measure('50 stays that last', () => get('Encounter?status=in-progress')),
    await measure('deliveries of a patient', () => get(`Communication?patient=${one()}`)),
    await measure('50 suppressed deliveries', () => get('Communication?status=not-done')),
    await measure('answers of a patient', () => get(`QuestionnaireResponse?patient=${one()}`)),
    await measure('100 patients from the middle on by change', () =>
      get(`Patient?_lastUpdated=ge${new Date(half).toISOString()}&_sort=_lastUpdated&_count=100`),
    ),
    await measure('nothing new since now', () => get(`Patient?_lastUpdated=ge${new Date().toISOString()}`)),
    await measure('number of patients', () => get('Patient?_summary=count'), Math.ceil(CALLS / 20)),
  ];
  console.table(rows);
  for (const row of rows) console.log(JSON.stringify({ bench: 'fhir', patients: PATIENTS, ...row }));
  for (const type of FILES) {
    await walk(type, get, port);
    await exportFile(type, port, admin.headers);
  }
  await exportTogether(port, admin.headers);
  await copyRows(client, hospital.id);
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
}

type Json = ReturnType<typeof JSON.parse>;

/** Reads every page of a type. */
async function walk(type: string, get: (path: string) => Promise<Json>, port: number): Promise<void> {
  const begin = performance.now();
  let count = 0;
  let next: string | undefined = `${type}?_sort=_lastUpdated&_count=${PAGE}`;
  while (next !== undefined) {
    const body: Json = await get(next);
    count += body.entry?.length ?? 0;
    const url: string | undefined = body.link.find(({ relation }: Json) => relation === 'next')?.url;
    next = url?.replace('http://wardvoice.test', `http://127.0.0.1:${port}`);
  }
  print({ walk: type }, count, begin);
}

/** Reads the file of a type, as a client of the bulk export does, and returns the number of resources in it. */
async function exportFile(type: string, port: number, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  const url = `http://127.0.0.1:${port}/fhir/r4/bulk-export/${type}`;
  const response = await fetch(url, { headers });
  if (!response.body) throw new Error(`${url}: ${response.status}`);
  let [count, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === NEW_LINE) count += 1;
  }
  print({ file: type, megabytes: Math.round(bytes / 1e6) }, count, begin);
  return count;
}

/** Reads all files at once, as these clients do. */
async function exportTogether(port: number, headers: Record<string, string>): Promise<void> {
  const begin = performance.now();
  const counts = await Promise.all(FILES.map((type) => exportFile(type, port, headers)));
  print(
    { files: FILES.length },
    counts.reduce((sum, count) => sum + count, 0),
    begin,
  );
}

function print(what: object, resources: number, begin: number): void {
  const seconds = (performance.now() - begin) / 1000;
  const perSecond = Math.round(resources / seconds);
  console.log(JSON.stringify({ bench: 'fhir', ...what, resources, seconds: Number(seconds.toFixed(1)), perSecond }));
}

/** The bare SQL beside it: all rows of the patients as JSON, a thousand at a time. */
async function copyRows(of: pg.Client, applicationId: number): Promise<void> {
  const begin = performance.now();
  let [after, count] = [0, 0];
  for (;;) {
    const { rows } = await of.query<{ id: string; line: string }>(
      `select id, row_to_json(p)::text as line from patients p where application_id = $1 and id > $2 order by id limit 1000`,
      [applicationId, after],
    );
    count += rows.length;
    const last = rows.at(-1);
    if (!last) break;
    after = Number(last.id);
  }
  print({ sql: 'patients as JSON' }, count, begin);
}

async function analyze(connectionString: string): Promise<void> {
  const superuser = new pg.Client({ connectionString });
  await superuser.connect();
  await superuser.query('vacuum analyze');
  await superuser.end();
}

/** Inserts in several transactions, so that not everything has changed at once. Returns the id of the first patient. */
async function fill(applicationId: number, surveyId: number): Promise<number> {
  const authority: number = (await client.query('select id from patient_authorities limit 1')).rows[0].id;
  let first = 0;
  const size = Math.ceil(PATIENTS / 100);
  for (let from = 0; from < PATIENTS; from += size) {
    const { rows } = await client.query(
      `with person as (
        insert into patients (application_id, identifier, family_name, given_name, birth_date, sex, facts_at, phone)
        select $1, 'N' || n, 'Bench' || n, 'Orla', date '1970-01-01' + n % 9000, 'F', now(), '+447700900123'
        from generate_series($2::int + 1, least($2::int + $3::int, $4::int)) n returning id
      ), numbered as (
        insert into patient_identifiers (application_id, authority_id, type, identifier, patient_id)
        select $1, $5, 'MR', 'BENCH' || id, id from person
      ), visit as (
        insert into visits (application_id, patient_id, visit_number, state, kind, patient_class, location, admitted_at, discharged_at, opened_by,
          moved_at, last_event_at)
        select $1, id, 'V' || id, case when id % 40 = 0 then 'open' else 'closed' end, 'inpatient', 'I', 'ASH', now() - interval '3 days',
          case when id % 40 = 0 then null else now() end, 'A01', now(), now() from person returning id, patient_id
      ), asked as (
        insert into invitations (application_id, survey_id, patient_id, visit_id, token_hash, language, way, created_at, expires_at, answered_at)
        select $1, $6, patient_id, id, sha256(id::text::bytea), 'en', 'hand', now(), now(), now()
        from visit where patient_id % 4 = 0 returning id
      ), answered as (
        insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at)
        select $1, $6, id, 'en', 'ASH', 80, now() from asked returning id
      ), said as (
        insert into feedback_answers (application_id, feedback_id, question_id, question_title, text)
        select $1, id, n, 'Question ' || n, 'An answer' from answered, generate_series(1, 5) n
      ), sent as (
        insert into deliveries (application_id, cause, channel, purpose, state, reason, patient_id, visit_id, recipient, text, location,
          send_at, sent_at, created_at, survey_id)
        select $1, 'bench ' || id, 'sms', 'survey', case when id % 50 = 0 then 'suppressed' else 'delivered' end,
          case when id % 50 = 0 then 'opted_out' end, patient_id, id, '+447700900123', 'How was your visit?', 'ASH', now(), now(), now(), $6
        from visit
      ) select min(id) as first from person`,
      [applicationId, from, size, PATIENTS, authority, surveyId],
    );
    first ||= Number(rows[0].first);
  }
  return first;
}
