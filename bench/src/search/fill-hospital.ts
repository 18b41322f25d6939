import type { Client } from 'pg';

const MESSAGES_OF_A_VISIT = 3;
const VISITS_AT_ONCE = 50_000;
/** Visits that have not ended. */
const OPEN = 1_000;
/** Messages that are not sent yet. */
const WAITING = 2_000;
export const WARDS = 40;

export interface Filled {
  messages: number;
  visits: number;
  patients: number;
  deliveries: number;
}

/**
 * Fills an application with three years of a hospital: visits with three messages each, of patients of whom most come twice, in
 * 40 wards of which some are large; for each visit a delivery, for four of five an invitation, for one of five an answer, for one of
 * a hundred a case. The last thousand visits are open. The tables must be empty, and the client must bypass row-level security and
 * triggers, for the rows that triggers would write are written here; those of the words of comments are not.
 */
export async function fillHospital(
  client: Client,
  { applicationId, surveyId, departmentId }: { applicationId: number; surveyId: number; departmentId: number },
  rows: number,
): Promise<Filled> {
  const visits = Math.max(OPEN * 5, Math.round(rows / MESSAGES_OF_A_VISIT));
  const patients = Math.round(visits * 0.6);
  const constants: Record<string, number> = {
    application: applicationId,
    survey: surveyId,
    department: departmentId,
    visits,
    patients,
    open: OPEN,
    waiting: WAITING,
    wards: WARDS,
  };
  const run = (statement: string, more: Record<string, number> = {}) => {
    const values = { ...constants, ...more };
    return client.query(statement.replaceAll(/:([a-z]+)\b(?!:)/g, (whole, name: string) => `${values[name] ?? whole}`));
  };
  await client.query(`set session_replication_role = 'replica'`);
  await client.query('set synchronous_commit = off');
  await run(`
    create temporary view visit_plan as
    select v, 1 + v::bigint * 7919 % :patients as patient,
      'WARD ' || lpad((1 + floor(:wards * power(v::bigint * 2654435761 % 10000 / 10000.0, 2)))::text, 2, '0') as ward,
      date_trunc('minute', now()) - interval '3 days' - (:visits - v) * (interval '3 years' / :visits) as at,
      v > :visits - :open as is_open,
      v % 100 as luck
    from generate_series(1, :visits) v`);
  await run(
    `insert into patient_authorities (id, application_id, title) overriding system value values (1, :application, 'BENCH')`,
  );
  await run(`
    insert into patients (id, application_id, identifier, authority, given_name, family_name, birth_date, sex, language, phone, email, facts_at,
      created_at, changed_at) overriding system value
    select n, :application, 'P' || n, 'BENCH', ${pick(1009, GIVEN_NAMES)},
      ${pick(997, BEGINNINGS)} || ${pick(991, ENDINGS)}, date '1930-01-01' + (n::bigint * 37 % 30000)::int,
      (array['F', 'M'])[1 + n % 2], (array['en', 'en', 'en', 'ga', 'pl'])[1 + n % 5],
      case when n % 10 < 8 then '+35386' || lpad(n::text, 7, '0') end, case when n % 10 < 5 then 'patient' || n || '@example.org' end,
      now() - interval '3 days', now() - interval '1 year', now() - :patients * interval '1 millisecond' + n * interval '1 millisecond'
    from generate_series(1, :patients) n`);
  await run(`
    insert into patient_identifiers (application_id, identifier, patient_id, authority_id, type)
    select :application, 'P' || n, n, 1, 'MR' from generate_series(1, :patients) n`);
  for (let first = 1; first <= visits; first += VISITS_AT_ONCE) {
    const range = { first, last: Math.min(visits, first + VISITS_AT_ONCE - 1) };
    await client.query('begin');
    for (const statement of STATEMENTS) await run(statement, range);
    await client.query('commit');
  }
  await run(`
    insert into mailing_lists (id, application_id, name, title) overriding system value
    values (1, :application, 'bench', 'Patients of the bench')`);
  await run(`
    insert into contacts (id, application_id, name, patient_id) overriding system value
    select n, :application, 'Contact ' || n, n * (:patients / 5000) from generate_series(1, 5000) n`);
  await run(`
    insert into mailing_list_contacts (application_id, mailing_list_id, contact_id) select :application, 1, n from generate_series(1, 5000) n`);
  await client.query(`set session_replication_role = 'origin'`);
  await client.query('vacuum (freeze, analyze)');
  return { messages: visits * MESSAGES_OF_A_VISIT, visits, patients, deliveries: visits };
}

/** SQL: a word for `n`, those at the beginning of the list more often. `prime` makes it go its own way beside others. */
function pick(prime: number, words: readonly string[]): string {
  const list = words.map((word) => `'${word}'`).join(', ');
  return `(array[${list}])[1 + floor(${words.length} * power(n % ${prime} / ${prime}.0, 2))::int]`;
}

const GIVEN_NAMES = 'Aoife Brigid Cian Dervla Eoin Fiona Grainne Hugh Iseult Jarlath Kevin Liam Maeve Niall Orla'.split(
  ' ',
);
const BEGINNINGS =
  'Alder Birch Cedar Clover Elm Fern Hazel Heather Holly Ivy Juniper Larch Linden Maple Oak Rowan'.split(' ');
const ENDINGS = 'wood ton field ley brook by dale ford gate ham hill hurst land more stead well worth mere'.split(' ');

/** The message as text, of about 1,500 bytes. */
const RAW = `convert_to(
  'MSH|^~\\&|PAS|BENCH|WARDVOICE|BENCH|' || to_char(m.at, 'YYYYMMDDHH24MISS') || '||ADT^' || m.event || '^ADT_A01|C' || m.id || '|P|2.5.1' || chr(13) ||
  'PID|1||P' || p.id || '^^^BENCH^MR||' || p.family_name || '^' || p.given_name || '||' || to_char(p.birth_date, 'YYYYMMDD') || '|' || p.sex || '|||' ||
  p.id % 200 || ' High Street^^Galway^^H91 ' || p.id % 9999 || '^IE||' || coalesce(p.phone, '') || chr(13) ||
  'PV1|1|I|' || p.ward || '^1^2||||1234^Doctor^Anna|||MED||||||||I|V' || p.v || chr(13) || repeat(
  'OBX|1|TX|NOTE^Note of the ward^L||Nothing of note was seen on the round of ' || p.ward || ' at ' || m.id || '||||||F|||20260102030405' || chr(13), 10),
  'UTF8')`;

const STATEMENTS = [
  `insert into visits (id, application_id, patient_id, visit_number, state, patient_class, location, room, bed, admitted_at, discharged_at, opened_by,
     last_event_at, last_message_id, moved_at, kind, changed_at) overriding system value
   select v, :application, patient, 'V' || v, case when is_open then 'open' else 'closed' end, 'I', ward, '1', '2', at,
     case when is_open then null else at + interval '2 days' end, 'A01', at + interval '2 days', 3 * v, at, 'inpatient', at + interval '2 days'
   from visit_plan where v between :first and :last`,
  `insert into hl7_messages (id, application_id, state, received_at, processed_at, event_at, sending_application, sending_facility,
     message_control_id, message_type, event, version, processing_id, content_hash, raw, error_code, error_field, error_text, ignored_reason,
     patient_id, visit_id, patient_identifier, location, patient_class, visit_number, given_name, family_name, birth_date, sex, language, phone_home,
     phone, email) overriding system value
   select m.id, :application, m.state, m.at, m.at, m.at, 'PAS', 'BENCH', 'C' || m.id, 'ADT', m.event, '2.5.1', 'P', sha256(m.id::text::bytea), ${RAW},
     case m.state when 'error' then 'required_field_missing' end, case m.state when 'error' then 'PV1-3' end,
     case m.state when 'error' then 'PV1-3 is empty.' end, case m.state when 'ignored' then 'older_than_known' end,
     p.id, p.v, p.identifier, p.ward, 'I', 'V' || p.v, p.given_name, p.family_name, p.birth_date, p.sex, p.language, p.phone, p.phone, p.email
   from (select t.*, o.* from visit_plan t join patients o on o.id = t.patient where t.v between :first and :last) p,
     lateral (
       select 3 * p.v - 3 + k as id, p.at + (k - 1) * interval '1 day' as at,
         (array['A01', case p.v % 4 when 0 then 'A02' else 'A08' end, case when p.is_open then 'A08' else 'A03' end])[k] as event,
         case when (3 * p.v + k) % 331 = 0 then 'error' when (3 * p.v + k) % 41 = 0 then 'ignored' else 'processed' end as state
       from generate_series(1, 3) k) m`,
  `insert into deliveries (id, application_id, purpose, channel, state, reason, cause, send_at, recipient, text, invitation_id, message_id,
     patient_id, visit_id, created_at, sent_at, gateway, survey_id, location, opened, addressed, changed_at) overriding system value
   select v, :application, case when v % 50 = 0 then 'message' else 'survey' end, case when v % 3 = 0 then 'email' else 'sms' end, state,
     case state when 'suppressed' then (array['no_address', 'asked_lately', 'opted_out', 'deceased'])[1 + v % 4] end,
     'bench ' || v, at + interval '3 days', case when state = 'suppressed' then null else '+35386' || lpad(patient::text, 7, '0') end,
     'How was your stay with us? Please tell us: {link}', case when luck < 78 then v end, 3 * v, patient, v, at + interval '2 days',
     case when state in ('sent', 'delivered', 'answered') then at + interval '3 days' end, 'sms', :survey, ward, luck < 40, true,
     at + interval '3 days'
   from (
     select *, case when v > :visits - :waiting then 'scheduled' when luck >= 78 then 'suppressed' when luck < 20 then 'answered' when luck < 25 then 'sent'
       when luck < 28 then 'failed' else 'delivered' end as state
     from visit_plan where v between :first and :last) planned`,
  `insert into invitations (id, application_id, token_hash, survey_id, patient_id, visit_id, message_id, language, created_at, expires_at, opened_at,
     answered_at, way, delivery_id, asking, asked_at) overriding system value
   select v, :application, sha256(v::text::bytea), :survey, patient, v, 3 * v, 'en', at + interval '2 days', at + interval '45 days',
     case when luck < 40 then at + interval '3 days' end, case when luck < 20 and v <= :visits - :waiting then at + interval '3 days' end, 'trigger', v,
     case when v > :visits - :waiting then 'scheduled' else 'delivered' end, case when v <= :visits - :waiting then at + interval '3 days' end
   from visit_plan where luck < 78 and v between :first and :last`,
  `insert into feedback (id, application_id, survey_id, invitation_id, department_id, language, score, submitted_at, location, change_number, read_at,
     tags, changed_at) overriding system value
   select v, :application, :survey, v, :department, (array['en', 'ga', 'pl'])[1 + v % 3], v::bigint * 7 % 101, at + interval '3 days', ward, v,
     case when v < :visits * 0.98 then at + interval '4 days' end, case when luck = 0 then array['food'] else '{}'::text[] end, at + interval '4 days'
   from visit_plan where luck < 20 and v <= :visits - :waiting and v between :first and :last`,
  `insert into feedback_answers (id, application_id, feedback_id, question_id, question_type, category_title, question_title, option_id, option_title,
     value, text) overriding system value
   select 5 * v::bigint + q, :application, v, q, case q when 5 then 'text' else 'radio' end, 'Care', 'How did you find question number ' || q || '?',
     case when q < 5 then 1 + (v + q) % 5 end, case when q < 5 then (array['Very good', 'Good', 'Neither', 'Poor', 'Very poor'])[1 + (v + q) % 5] end,
     case when q < 5 then (v + q) % 5 * 25 end,
     case when q = 5 then 'The staff of ' || ward || ' were kind, and the food of day ' || v % 1000 || ' was cold.' end
   from visit_plan, generate_series(1, 5) q
   where luck < 20 and v <= :visits - :waiting and v between :first and :last and (q < 5 or v % 2 = 0)`,
  `insert into cases (id, application_id, feedback_id, survey_id, department_id, question, answer, visit_id, location, state, severity, created_at,
     closed_at, due_at, changed_at) overriding system value
   select v, :application, v, :survey, :department, 'How did you find the food?', 'Poor', v, ward, case when is_late then 'new' else 'closed' end,
     (array['normal', 'high', 'urgent'])[1 + v % 3], at + interval '3 days', case when is_late then null else at + interval '5 days' end,
     at + interval '6 days', at + interval '5 days'
   from (select *, v > :visits * 0.99 as is_late from visit_plan) planned
   where luck = 0 and v <= :visits - :waiting and v between :first and :last`,
  `insert into inbound_texts (id, application_id, channel, from_address, text, received_at, received_from, gateway_message_id, patient_id, visit_id,
     location, language, read_at) overriding system value
   select v, :application, 'sms', '+35386' || lpad(patient::text, 7, '0'), 'Thank you for asking, all was well with number ' || v, at + interval '3 days',
     'sms', 'in' || v, patient, v, ward, 'en', case when v < :visits * 0.99 then at + interval '4 days' end
   from visit_plan where luck = 3 and v between :first and :last`,
  `insert into audit_entries (id, application_id, at, user_id, user_name, action, record_type, record_id, patient_ids, position, hash, stored_at)
     overriding system value
   select -v, :application, at, 1 + v % 30, 'User ' || v % 30, (array['view', 'view', 'view', 'list', 'update', 'export'])[1 + v % 6],
     (array['hl7_messages', 'patients', 'cases'])[1 + v % 3], v, array[patient], -v, '', at
   from visit_plan where v between :first and :last`,
  `insert into audit_patients (application_id, patient_id, entry_id)
   select :application, patient, -v from visit_plan where v between :first and :last`,
];
