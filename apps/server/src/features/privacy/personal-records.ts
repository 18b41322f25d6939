import type { privacy } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Person } from './find-person.queries.ts';

type Section = privacy.PersonalSection;

/** Columns that are ours alone: keys that open something, hashes, and the state of a worker. */
const NOT_PERSONAL = [
  'application_id',
  'token_hash',
  'public_id',
  'idempotency_key',
  'content_hash',
  'subject_keys',
  'claimed_by',
  'claim_attempt',
  'slot_at',
  'draft_revision',
  'name_lower',
  'email_lower',
  'last_word_lower',
  'given_name_lower',
  'family_name_lower',
];

/** Returns the rows of each section that are about the person, as JSON objects without columns that are ours alone. */
export async function readRecords(
  tx: Tx,
  applicationId: number,
  person: Person,
): Promise<privacy.PersonExport['records']> {
  const found: [Section, Record<string, unknown>[]][] = [];
  for (const [section, query] of sections(applicationId, person)) {
    const { rows } = await sql<{ record: Record<string, unknown> }>`
      select to_jsonb(r) - ${NOT_PERSONAL}::text[] as record from (${query}) r`.execute(tx);
    if (rows.length > 0) found.push([section, rows.map(({ record }) => record)]);
  }
  return Object.fromEntries(found);
}

/** Counts the rows of each section. Sections without rows are left out. */
export async function countRecords(tx: Tx, applicationId: number, person: Person): Promise<privacy.Erasure['erased']> {
  const counts: [Section, number][] = [];
  for (const [section, query] of sections(applicationId, person)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from (${query}) r`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts.push([section, count]);
  }
  return Object.fromEntries(counts);
}

/** The queries of all sections, in the order in which a reader wants them. */
function sections(applicationId: number, person: Person): [Section, RawBuilder<unknown>][] {
  const { patientIds, contactIds, addresses } = person;
  const patients = sql`any(${patientIds}::bigint[])`;
  const contacts = sql`any(${contactIds}::bigint[])`;
  const own = sql`t.application_id = ${applicationId}`;
  const isTheirs = sql`(t.patient_id = ${patients} or t.contact_id = ${contacts})`;
  const theirFeedback = sql`(
    select f.id from invitations t join feedback f on f.application_id = t.application_id and f.invitation_id = t.id
    where ${own} and ${isTheirs})`;
  const theirAddresses = sql`(
    select one.channel, one.address
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as one (channel text, address text))`;
  return [
    ['patients', sql`select * from patients t where ${own} and t.id = ${patients} order by t.id`],
    [
      'identifiers',
      sql`select t.*, a.title as authority from patient_identifiers t join patient_authorities a on a.id = t.authority_id
        where ${own} and t.patient_id = ${patients} order by t.patient_id, t.identifier`,
    ],
    ['visits', sql`select * from visits t where ${own} and t.patient_id = ${patients} order by t.id`],
    [
      'messages',
      sql`select t.id, t.message_type, t.event, t.event_at, t.received_at, t.state, t.patient_identifier, t.visit_number,
          t.given_name, t.family_name, t.birth_date, t.sex, t.phone_home, t.phone, t.email, t.language, t.location,
          encode(t.raw, 'escape') as raw, encode(t.corrected, 'escape') as corrected
        from hl7_messages t where ${own} and t.patient_id = ${patients} order by t.id`,
    ],
    ['contacts', sql`select * from contacts t where ${own} and t.id = ${contacts} order by t.id`],
    [
      'lists',
      sql`select t.contact_id, l.id, l.name from mailing_list_contacts t join mailing_lists l on l.id = t.mailing_list_id
        where ${own} and t.contact_id = ${contacts} order by l.id`,
    ],
    [
      'surveys_offered',
      sql`select t.*, s.title as survey from invitations t join surveys s on s.id = t.survey_id
        where ${own} and ${isTheirs} order by t.id`,
    ],
    [
      'pathways',
      sql`select t.id, w.title as pathway, t.started_at, t.state, t.end_reason, t.end_note, t.ended_at,
          array(
            select jsonb_build_object('title', o.title, 'due_at', o.due_at, 'state', o.state, 'reason', o.reason)
            from pathway_occasions o where o.application_id = t.application_id and o.enrolment_id = t.id order by o.day) as steps
        from pathway_enrolments t join pathways w on w.id = t.pathway_id
        where ${own} and t.patient_id = ${patients} order by t.id`,
    ],
    ['deliveries', sql`select * from deliveries t where ${own} and ${isTheirs} order by t.id`],
    [
      'answers',
      sql`select f.submitted_at, f.language, f.score, t.question_title, t.option_title, t.value, t.text, t.number, t.unit, t.day,
          t.statement, t.statement_language, t.agrees
        from feedback_answers t join feedback f on f.id = t.feedback_id
        where ${own} and t.feedback_id in ${theirFeedback} order by f.id, t.id`,
    ],
    [
      'notes',
      sql`select t.feedback_id, t.created_at, t.text from feedback_notes t
        where ${own} and t.text <> '' and t.feedback_id in ${theirFeedback} order by t.id`,
    ],
    [
      'cases',
      sql`select c.id, c.state, c.created_at, c.closed_at, c.question, c.answer, c.actions_taken,
          (select t.title from case_causes t where t.application_id = c.application_id and t.id = c.cause_id) as cause,
          array(
            select jsonb_build_object('at', t.at, 'action', t.action, 'note', t.note)
            from case_steps t where t.application_id = c.application_id and t.case_id = c.id order by t.id) as steps
        from cases c
        where c.application_id = ${applicationId} and (
          c.feedback_id in ${theirFeedback}
          or c.text_id in (select t.id from inbound_texts t where ${own} and ${isTheirs})
          or c.visit_id in (select t.id from visits t where ${own} and t.patient_id = ${patients}))
        order by c.id`,
    ],
    ['texts', sql`select * from inbound_texts t where ${own} and ${isTheirs} order by t.id`],
    [
      'opt_outs',
      sql`select t.at, t.purpose, t.channel, t.address, t.change, t.source, w.text as wording, w.language as wording_language,
          t.written, t.note, t.manner, t.given_on, t.carried_from, t.is_earlier
        from consent_events t left join consent_wordings w on w.id = t.wording_id
        where ${own} and ((t.channel, t.address) in ${theirAddresses} and coalesce(t.patient_id = ${patients}, t.contact_id = ${contacts}, true)
          or ${isTheirs}) order by t.id`,
    ],
    [
      'merges',
      sql`select t.id, t.kind, t.survivor_id, t.gone_id, t.at, t.undone_at from patient_merges t
        where ${own} and (t.survivor_id = ${patients} or t.gone_id = ${patients}) order by t.id`,
    ],
    [
      'conflicts',
      sql`select t.id, t.kind, t.identifiers, t.opened_at, t.decision from identity_conflicts t
        where ${own} and t.patient_ids && ${patientIds}::bigint[] order by t.id`,
    ],
    [
      'seen_by',
      sql`select t.at, t.user_name, t.action, t.record_type, t.record_id from audit_entries t
        join audit_patients p on p.entry_id = t.id
        where p.application_id = ${applicationId} and p.patient_id = ${patients} order by t.id`,
    ],
  ];
}
