import type { Client } from 'pg';

const ANSWERS_OF_ONE = 5;

/**
 * Inserts so many answers of one application, five to an answered survey, one of them in words, from 40 wards and three years. The
 * client must bypass row-level security and triggers. Returns the id of the application.
 */
export async function insertAnsweredSurveys(client: Client, answers: number): Promise<number> {
  const surveys = Math.ceil(answers / ANSWERS_OF_ONE);
  await client.query(`set session_replication_role = 'replica'`);
  const { rows } = await client.query<{ id: string }>(
    `insert into applications (title, time_zone, country, access_key, access_secret_hash)
     values ('Bench', 'Europe/Dublin', 'IE', '00000000', '') returning id`,
  );
  const application = Number(rows[0]?.id);
  const run = (text: string) => client.query(text.replaceAll(':application', String(application)));
  await run(`insert into surveys (application_id, title) values (:application, 'How was your stay?')`);
  const survey = '(select max(id) from surveys)';
  await run(
    `insert into patients (application_id, identifier, birth_date, sex, facts_at)
     select :application, 'P' || n, date '1930-01-01' + (n * 37 % 30000)::int, (array['F', 'M'])[1 + n % 2], now()
     from generate_series(1, ${Math.max(1, Math.round(surveys / 4))}) n`,
  );
  await run(
    `insert into invitations (way, application_id, token_hash, survey_id, language, patient_id, created_at, expires_at, answered_at)
     select 'trigger', :application, sha256(n::text::bytea), ${survey}, 'en', 1 + n / 4 % ${Math.max(1, Math.round(surveys / 4))},
       at, at + interval '42 days', at
     from generate_series(1, ${surveys}) n, lateral (select timestamptz '2023-01-01' + n * (interval '3 years' / ${surveys}) as at) _`,
  );
  await run(
    `insert into feedback (application_id, survey_id, invitation_id, language, location, score, submitted_at, change_number)
     select application_id, survey_id, id, (array['en', 'ga', 'pl'])[1 + id % 3], 'WARD ' || id % 40, id * 7 % 101, answered_at, id
     from invitations`,
  );
  await run(
    `insert into feedback_answers (application_id, feedback_id, question_id, question_type, category_title, question_title,
       option_id, option_title, value, text)
     select :application, f.id, q, case q when 5 then 'text' else 'radio' end, 'Care', 'How did you find question number ' || q || '?',
       case when q < 5 then 1 + (f.id + q) % 5 end,
       case when q < 5 then (array['Very good', 'Good', 'Neither', 'Poor', 'Very poor'])[1 + (f.id + q) % 5] end,
       case when q < 5 then (f.id + q) % 5 * 25 end,
       case when q = 5 then 'The staff of ward ' || f.id % 40 || ' were kind, and number ' || f.id || ' is my bed.' end
     from feedback f, generate_series(1, ${ANSWERS_OF_ONE}) q`,
  );
  await client.query('analyze');
  return application;
}
