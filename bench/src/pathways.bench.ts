/**
 * Measures pathways with as many people in them as the first argument says, of whom the second argument says how many have a step that
 * is due: how many steps a second the job decides, with offers and deliveries stored, and how long their screens take. Beside it: bare SQL
 * that stores the same rows.
 */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { runDueSteps } from '../../apps/server/src/features/pathways/index.ts';
import { DISCHARGE_SURVEY } from '../../apps/server/src/features/survey-templates/index.ts';
import { makeSurvey } from '../../apps/server/src/testing/builders.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';
import { measureCalls } from './measure-calls.ts';

const PEOPLE = Number(process.argv[2] ?? '1000000');
const DUE = Number(process.argv[3] ?? '100000');
const CALLS = Number(process.argv[4] ?? '20');
const AT_ONCE = 20_000;

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
const server = await startTestServer({ database });
const client = new pg.Client({ connectionString: database.connectionString });
await client.connect();
try {
  const hospital = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, hospital, { template: DISCHARGE_SURVEY });
  const admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  await client.query(`select set_config('wardvoice.application_id', '${hospital.id}', false)`);
  const call = server.as(admin);
  const step = { survey_id: survey.id, window_days: 14, channel: 'sms' };
  const steps = [0, 42, 182].map((after_days) => ({ ...step, title: `Day ${after_days}`, after_days }));
  const { body } = await call('POST', '/pathways', { pathway: { title: 'After an operation', steps } });
  const pathwayId: number = body.data.id;
  const begin = performance.now();
  await fill(hospital.id, pathwayId);
  const superuser = new pg.Client({ connectionString: database.superuserConnectionString });
  await superuser.connect();
  await superuser.query('vacuum analyze');
  await superuser.end();
  console.log(JSON.stringify({ filled_in_s: Math.round((performance.now() - begin) / 1000) }));

  const began = performance.now();
  for (let before = -1, asked = await countAsked(); asked > before; asked = await countAsked()) {
    before = asked;
    await Promise.all([runDueSteps(server.ctx), runDueSteps(server.ctx)]);
  }
  const seconds = (performance.now() - began) / 1000;
  const asked = await countAsked();
  const { rows: twice } = await client.query(
    'select count(*) from (select enrolment_id from deliveries group by enrolment_id having count(*) > 1) more',
  );
  console.log(
    JSON.stringify({
      bench: 'pathways',
      people: PEOPLE,
      due: DUE,
      asked,
      asked_twice: twice[0].count,
      a_second: Math.round(asked / seconds),
      bare_sql_a_second: Math.round(await storeBare(hospital.id, survey.id)),
    }),
  );

  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.http.server.address() as AddressInfo;
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, { headers: admin.headers });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.text();
  };
  const rows = [];
  for (const path of [
    '/pathways',
    `/pathways/${pathwayId}`,
    '/pathway_enrolments',
    '/pathway_enrolments?sort=next_due_at',
    `/pathway_enrolments?pathway_id=${pathwayId}&state=active`,
    '/pathway_enrolments?term=bench77',
  ])
    rows.push(await measureCalls(path, () => get(path), CALLS));
  console.table(rows);
  for (const row of rows) console.log(JSON.stringify({ bench: 'pathways', people: PEOPLE, ...row }));
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
}

async function countAsked(): Promise<number> {
  const { rows } = await client.query<{ count: string }>('select count(*) from pathway_occasions');
  return Number(rows[0]?.count);
}

/** Inserts people with a phone number and a visit; of some of them the first step is due, of the others the third, later. */
async function fill(applicationId: number, pathwayId: number): Promise<void> {
  for (let from = 0; from < PEOPLE; from += AT_ONCE)
    await client.query(
      `with numbered as (
        select n, nextval(pg_get_serial_sequence('patients', 'id')) as patient_id
        from generate_series($2::int + 1, least($2::int + $3::int, $4::int)) n
      ), person as (
        insert into patients (id, application_id, identifier, family_name, given_name, birth_date, phone, facts_at)
        overriding system value
        select patient_id, $1, 'N' || n, 'Bench' || n, 'Orla', '1970-01-01', '+4477' || lpad(n::text, 8, '0'), now() from numbered
        returning id
      ), visit as (
        insert into visits (application_id, patient_id, visit_number, opened_by, state, kind, location, moved_at, last_event_at)
        select $1, n.patient_id, 'V' || n.n, 'A01', 'closed', 'inpatient', 'W' || n.n % 30, now(), now() from numbered n join person on person.id = n.patient_id
        returning id, patient_id
      )
      insert into pathway_enrolments (
        application_id, pathway_id, patient_id, visit_id, created_at, started_at, state, last_day, next_due_at)
      select $1, $5, v.patient_id, v.id, now(), started.at, 'active', case when n.n <= $6 then -1 else 42 end,
        case when n.n <= $6 then started.at else started.at + interval '182 days' end
      from visit v join numbered n on n.patient_id = v.patient_id
      cross join lateral (
        select now() - case when n.n <= $6 then interval '1 hour' else (50 + n.n % 120) * interval '1 day' end as at) started`,
      [applicationId, from, AT_ONCE, PEOPLE, pathwayId, DUE],
    );
}

/** Stores an offer and a delivery for each of some thousand people, 200 in a transaction. Returns how many a second. */
async function storeBare(applicationId: number, surveyId: number): Promise<number> {
  const PEOPLE_OF_IT = Math.min(DUE, 10_000);
  const { rows } = await client.query<{ patient_id: string }>(
    'select patient_id from pathway_enrolments order by id desc limit $1',
    [PEOPLE_OF_IT],
  );
  const began = performance.now();
  for (let from = 0; from < rows.length; from += 200)
    await client.query(
      `with offer as (
        insert into invitations (application_id, survey_id, patient_id, token_hash, language, way, created_at, expires_at)
        select $1, $2, id, sha256(id::text::bytea), 'en', 'hand', now(), now() from unnest($3::bigint[]) id returning id, patient_id
      )
      insert into deliveries (application_id, purpose, channel, state, cause, send_at, created_at, text, patient_id, invitation_id, survey_id)
      select $1, 'survey', 'sms', 'scheduled', 'bare:' || id, now(), now(), 'How is it?', patient_id, id, $2 from offer`,
      [applicationId, surveyId, rows.slice(from, from + 200).map(({ patient_id }) => patient_id)],
    );
  return rows.length / ((performance.now() - began) / 1000);
}
