/**
 * Measures the trial of a rule on three years of a hospital, beside one statement that asks the data far less:
 * `npm run bench -- trial DISCHARGES`. DISCHARGES is the number of visits that have ended (1,000,000).
 */
import pg from 'pg';
import { makeSurvey } from '../../apps/server/src/testing/builders.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { createDatabase, startOwnPostgres } from '../../simulation/src/start-own-database.ts';
import { fillHospital } from './search/fill-hospital.ts';

const DISCHARGES = Number(process.argv[2] ?? '1000000');
const MESSAGES_OF_A_VISIT = 3;
const DAYS = 1_096;

const postgres = await startOwnPostgres();
const database = await createDatabase(postgres);
const server = await startTestServer({ database });
const client = new pg.Client({ connectionString: database.superuserConnectionString });
await client.connect();
try {
  const application = await server.makeApplication();
  const survey = await makeSurvey(server, application);
  const ids = { applicationId: application.id, surveyId: survey.id, departmentId: survey.departmentId };
  const filled = await fillHospital(client, ids, DISCHARGES * MESSAGES_OF_A_VISIT);
  console.log(JSON.stringify({ bench: 'trial', ...filled }));
  server.setTime(new Date());
  const admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
  const url = `/api/v1/applications/${application.id}/trigger_trials`;

  /** Tries a rule, and returns the seconds that it took and what it counted. */
  const tryRule = async (config: object) => {
    const began = performance.now();
    const trigger = {
      trigger: 'hl7_message_processed',
      action: 'send_survey_request',
      config: { survey_id: survey.id, channel: 'sms_or_email', filters: { event: ['A03'] }, ...config },
    };
    const { body } = await server.call({
      method: 'POST',
      url,
      headers: admin.headers,
      payload: { days: DAYS, trigger },
    });
    await server.runJobs();
    const seconds = (performance.now() - began) / 1000;
    const found = await server.call({ method: 'GET', url: `${url}/${body.data.id}`, headers: admin.headers });
    return { seconds, outcome: found.body.data.outcome };
  };

  /** What a person would write who wants only a number: everybody of age with an address, whom nobody asked in the last 90 days. */
  const countPlainly = async () => {
    const began = performance.now();
    await client.query(
      `select count(*) from hl7_messages m
       join visits v on v.id = m.visit_id
       join patients p on p.id = m.patient_id
       where m.application_id = $1 and m.event = 'A03' and m.state = 'processed' and v.state = 'closed' and not p.deceased
         and p.birth_date < m.event_at - interval '18 years' and coalesce(p.phone, p.email) is not null
         and not exists (
           select from invitations i where i.patient_id = m.patient_id and i.asked_at < m.event_at and i.asked_at > m.event_at - interval '90 days')
         and not exists (
           select from opt_outs o where o.application_id = $1 and o.address in (p.phone, lower(p.email)))`,
      [application.id],
    );
    return (performance.now() - began) / 1000;
  };

  const rows = [];
  for (const [title, config] of [
    ['everybody', {}],
    ['again', {}],
    ['10 % by a seed', { sample_percent: 10, sample_seed: 'bench' }],
    ['10 % by the same seed', { sample_percent: 10, sample_seed: 'bench' }],
  ] as const) {
    const plain = await countPlainly();
    const { seconds, outcome } = await tryRule(config);
    rows.push({
      rule: title,
      examined: outcome.examined,
      'would send': outcome.would_send,
      seconds: seconds.toFixed(1),
      'µs each': Math.round((seconds * 1e6) / outcome.examined),
      'plain SQL, seconds': plain.toFixed(1),
      ratio: (seconds / plain).toFixed(1),
      'memory, MB': Math.round(process.memoryUsage().rss / 1e6),
    });
    console.log(JSON.stringify(rows.at(-1)));
  }
  console.table(rows);
} finally {
  await client.end();
  await server.stop();
  await postgres.stop();
}
