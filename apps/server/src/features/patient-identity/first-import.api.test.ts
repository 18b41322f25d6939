import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { within } from '../../testing/builders.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  // The planner knows the tables as they were before the import. Autovacuum looks at them again after a minute or more.
  await server.ctx.db.pool.query('analyze');
  await importPatients(20_000, 3_000);
});
afterAll(() => server.stop());

/** Stores patients with a message and a text each, of whom some are in a pathway, have answered, and have a case. */
const importPatients = (count: number, answered: number) =>
  within(server, hospital, async (tx) => {
    await sql`insert into patients (application_id, identifier, given_name, family_name, facts_at)
      select ${hospital.id}, 'N' || n, 'Rowan', 'Larch' || lpad(n::text, 6, '0'), now() from generate_series(1, ${count}::int) n`.execute(
      tx,
    );
    const imported = sql`(select id, row_number() over (order by id) as n from patients where identifier like 'N%')`;
    await sql`insert into hl7_messages (application_id, state, event_at, message_control_id, event, content_hash, raw, patient_id)
      select ${hospital.id}, 'processed', now() - n * interval '1 second', 'N' || n, 'A01', sha256(n::text::bytea), 'MSH|'::bytea, id
      from ${imported} p`.execute(tx);
    await sql`insert into inbound_texts (application_id, channel, from_address, text, received_at, received_from, gateway_message_id, patient_id)
      select ${hospital.id}, 'sms', '+35386' || n, 'Thank you', now(), '+35386' || n, n::text, id from ${imported} p`.execute(
      tx,
    );
    await sql`insert into pathway_enrolments (application_id, pathway_id, patient_id, created_at, started_at, state, next_due_at)
      select ${hospital.id}, (select min(id) from pathways), id, now(), now(), 'active', now() + interval '9 days'
      from ${imported} p where n <= ${answered}`.execute(tx);
    await sql`insert into invitations (application_id, public_id, token_hash, way, survey_id, patient_id, language, created_at, expires_at, answered_at)
      select ${hospital.id}, gen_random_uuid(), sha256(id::text::bytea), 'hand', ${hospital.surveyId}, id, 'en', now(),
        now() + interval '9 days', now()
      from ${imported} p where n <= ${answered}`.execute(tx);
    await sql`insert into feedback (application_id, survey_id, invitation_id, language, submitted_at)
      select i.application_id, i.survey_id, i.id, 'en', now() from invitations i join ${imported} p on p.id = i.patient_id`.execute(
      tx,
    );
    await sql`insert into cases (application_id, feedback_id, survey_id, state, question, answer, severity, created_at)
      select f.application_id, f.id, f.survey_id, 'new', 'Overall', 'Very poor', 'normal', now()
      from feedback f join invitations i on i.id = f.invitation_id join ${imported} p on p.id = i.patient_id`.execute(
      tx,
    );
  });

it.each([
  ['patients', 10_000],
  ['pathway_enrolments', 3_000],
  ['hl7_messages', 500],
  ['inbound_texts', 500],
  ['cases', 500],
  ['feedback', 500],
])(
  '%s are found by name right after a first import: a query that reads all for each row would take minutes',
  async (list, total) => {
    const count = async (term: string) => (await server.as(admin)('GET', `/${list}?term=${term}`)).body.total;
    expect([await count('larch'), await count('rowan%20larch00001')]).toEqual([total, 10]);
  },
);
