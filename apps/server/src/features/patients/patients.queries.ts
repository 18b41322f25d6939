import type { QueryOf, patients } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { NotFound } from '../../platform/errors.ts';
import { requireApplication, type Scope } from '../../platform/scope.ts';
import { proveVisit } from './prove-visit.ts';

/** Of the caller's wards: somebody who has a visit there. Records that live on in another are not people any more. */
const isVisible = (scope: Scope): RawBuilder<boolean> => sql<boolean>`
  p.application_id = ${requireApplication(scope)} and p.merged_into_id is null and ${
    scope.locations.length === 0
      ? sql`true`
      : sql`exists (
          select from visits w where w.application_id = p.application_id and w.patient_id = p.id
            and w.location = any(${scope.locations}::text[]))`
  }`;

const SUMMARY = [
  'p.id',
  'p.id as patient_id',
  'p.identifier',
  'p.authority',
  'p.given_name',
  'p.family_name',
  'p.birth_date',
  'p.birth_date_precision',
  'p.sex',
  'p.deceased',
  'p.identity_in_doubt',
  'p.phone',
  'p.email',
] as const;

export async function listPatients(
  tx: Tx,
  scope: Scope,
  { term, sort, in_doubt: inDoubt, ...paging }: QueryOf<typeof patients.listPatients>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const query = tx
    .selectFrom('patients as p')
    .select(SUMMARY)
    .where(isVisible(scope))
    .$if(term !== undefined && term !== '', (rows) => rows.where(isNamed(scope, term ?? '')))
    .$if(inDoubt === '1', (rows) => rows.where('p.identity_in_doubt', '=', true))
    .$if(sort.endsWith('family_name'), (rows) => rows.orderBy('p.family_name_lower', direction))
    .orderBy('p.id', direction);
  const page = await fetchPage(tx, query, paging);
  return { ...page, data: page.data.map(withPrecision) };
}

/** Words in any order, each the beginning of a name; or one of the patient's numbers. */
function isNamed(scope: Scope, term: string): RawBuilder<boolean> {
  const words = term
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 5);
  const named = words.map((word) => sql`(p.family_name_lower ^@ ${word} or p.given_name_lower ^@ ${word})`);
  return sql<boolean>`(
    ${sql.join(named, sql` and `)}
    or p.id in (
      select n.patient_id from patient_identifiers n
      where n.application_id = ${requireApplication(scope)} and n.identifier = ${term.trim()}))`;
}

const withPrecision = <R extends { birth_date_precision: string }>(row: R) => ({
  ...row,
  birth_date_precision: row.birth_date_precision as 'day' | 'month' | 'year',
});

/** Throws NotFound for a record of another application or of other wards. */
export async function requirePatient(tx: Tx, scope: Scope, id: number) {
  const found = await tx
    .selectFrom('patients as p')
    .select([...SUMMARY, 'p.language', 'p.protected', 'p.identity_unknown'])
    .where(isVisible(scope))
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This patient');
  return withPrecision(found);
}

export async function getPatient(tx: Tx, scope: Scope, id: number): Promise<patients.PatientDetail> {
  const applicationId = requireApplication(scope);
  const patient = await requirePatient(tx, scope, id);
  return {
    ...patient,
    identifiers: await listIdentifiersOf(tx, applicationId, id),
    visits: await listVisits(tx, scope, id),
    opt_outs: await listOptOuts(tx, applicationId, id),
    merges: await listMerges(tx, applicationId, id),
    texts: await listTexts(tx, scope, id),
    conflict_ids: await listOpenConflicts(tx, applicationId, id),
    timeline: await listTimeline(tx, scope, id),
  };
}

function listIdentifiersOf(tx: Tx, applicationId: number, id: number) {
  return tx
    .selectFrom('patient_identifiers as n')
    .innerJoin('patient_authorities as a', 'a.id', 'n.authority_id')
    .select(['n.identifier', 'a.title as authority', 'n.type', 'n.identifies'])
    .where('n.application_id', '=', applicationId)
    .where('n.patient_id', '=', id)
    .orderBy('n.identifies', 'desc')
    .orderBy('a.title')
    .orderBy('n.identifier')
    .execute();
}

const MAX_VISITS = 100;

async function listVisits(tx: Tx, scope: Scope, patientId: number): Promise<patients.PatientDetail['visits']> {
  const applicationId = requireApplication(scope);
  const rows = await tx
    .selectFrom('visits as v')
    .select([
      'v.id',
      'v.visit_number',
      'v.state',
      'v.kind',
      'v.on_leave',
      'v.location',
      'v.appointment_state',
      'v.expected_at',
      'v.admitted_at',
      'v.discharged_at',
    ])
    .where('v.application_id', '=', applicationId)
    .where('v.patient_id', '=', patientId)
    .$if(scope.locations.length > 0, (query) => query.where('v.location', 'in', scope.locations))
    .orderBy('v.last_event_at', 'desc')
    .limit(MAX_VISITS)
    .execute();
  const visits: patients.PatientDetail['visits'] = [];
  for (const row of rows) {
    const kind = row.kind as 'inpatient' | 'emergency' | 'outpatient' | null;
    const state = row.state as patients.PatientDetail['visits'][number]['state'];
    visits.push({ ...inIso(row), kind, state, proof: await proveVisit(tx, applicationId, row.id) });
  }
  return visits;
}

const inIso = <R extends { expected_at: Date | null; admitted_at: Date | null; discharged_at: Date | null }>(
  row: R,
) => ({
  ...row,
  expected_at: row.expected_at?.toISOString() ?? null,
  admitted_at: row.admitted_at?.toISOString() ?? null,
  discharged_at: row.discharged_at?.toISOString() ?? null,
});

/** At every address that this patient is or was written to. */
async function listOptOuts(tx: Tx, applicationId: number, id: number): Promise<patients.PatientDetail['opt_outs']> {
  const { rows } = await sql<patients.PatientDetail['opt_outs'][number]>`
    select o.channel, o.address, o.source, o.created_at from opt_outs o
    where o.application_id = ${applicationId} and o.address in (
      select lower(p.email) from patients p where p.application_id = ${applicationId} and p.id = ${id} and p.email is not null
      union select p.phone from patients p where p.application_id = ${applicationId} and p.id = ${id} and p.phone is not null
      union select lower(d.recipient) from deliveries d where d.application_id = ${applicationId} and d.patient_id = ${id} and d.recipient is not null)
    order by o.created_at desc limit 50`.execute(tx);
  return rows;
}

/** Of the caller's wards; with those of records that live on in this one. */
async function listTexts(tx: Tx, scope: Scope, id: number): Promise<patients.PatientDetail['texts']> {
  const applicationId = requireApplication(scope);
  const inWards = scope.locations.length === 0 ? sql`true` : sql`x.location = any(${scope.locations}::text[])`;
  const { rows } = await sql<patients.PatientDetail['texts'][number]>`
    select x.id, x.channel, x.text, x.received_at, x.understood, x.harm, x.read_at from inbound_texts x
    join patients p on p.application_id = x.application_id and p.id = x.patient_id
    where x.application_id = ${applicationId} and (p.id = ${id} or p.merged_into_id = ${id}) and ${inWards}
    order by x.received_at desc, x.id desc limit 50`.execute(tx);
  return rows;
}

async function listMerges(tx: Tx, applicationId: number, id: number): Promise<patients.PatientMerge[]> {
  const { rows } = await sql<patients.PatientMerge>`
    select m.id, m.kind, m.survivor_id, m.gone_id, g.identifier as gone_identifier, m.message_id, u.name as user_name, m.at,
      m.undone_at, w.name as undone_by_name
    from patient_merges m
    join patients g on g.id = m.gone_id
    left join users u on u.id = m.user_id
    left join users w on w.id = m.undone_by_id
    where m.application_id = ${applicationId} and (m.survivor_id = ${id} or m.gone_id = ${id})
    order by m.id desc limit 100`.execute(tx);
  return rows;
}

async function listOpenConflicts(tx: Tx, applicationId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from identity_conflicts
    where application_id = ${applicationId} and decision is null and patient_ids @> array[${id}]::bigint[] order by id`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/** What was sent to the patient and what came back, newest first; of visits see each visit's own timeline. */
async function listTimeline(tx: Tx, scope: Scope, id: number): Promise<patients.PatientDetail['timeline']> {
  const applicationId = requireApplication(scope);
  const inWards = scope.locations.length === 0 ? sql`true` : sql`d.location = any(${scope.locations}::text[])`;
  const { rows } = await sql<patients.PatientDetail['timeline'][number]>`
    select at, kind, id, state, detail, channel, title from (
      select coalesce(d.sent_at, d.send_at) as at, 'delivery' as kind, d.id, d.state, coalesce(d.reason, d.last_error) as detail, d.channel, s.title
      from deliveries d
      left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
      where d.application_id = ${applicationId} and d.patient_id = ${id} and d.purpose <> 'case_notice' and ${inWards}
      union all
      select i.answered_at, 'answered', i.id, 'answered', f.score::text, null, s.title
      from invitations i
      join surveys s on s.application_id = i.application_id and s.id = i.survey_id
      left join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
      where i.application_id = ${applicationId} and i.patient_id = ${id} and i.answered_at is not null
    ) told
    order by at desc, id desc limit 200`.execute(tx);
  return rows;
}
