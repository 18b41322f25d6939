import type { QueryOf, patients } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { COUNT_CAP, fetchPage, isOneOf, isOneOfFound, readRowsOf, slicePage } from '../../platform/db/page.ts';
import { isInWards, isOfSomeWards, isPatientInWards } from '../../platform/db/within-wards.ts';
import { NotFound } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { findPatientsBy, isMeantBy } from '../patient-identity/index.ts';
import { proveVisit } from './prove-visit.ts';

/** SQL: the patient has a visit in the caller's wards. Records that were merged into another are left out. */
const isVisible = (scope: ApplicationScope): RawBuilder<boolean> => sql<boolean>`
  p.application_id = ${scope.applicationId} and p.merged_into_id is null and ${isPatientInWards(scope, 'p.id')}`;

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

/** The type of the column, which the table's constraint guarantees. */
interface Narrowed {
  birth_date_precision: 'day' | 'month' | 'year';
}

/** Where a term means so many, reading in the order of the list soon finds a page of them. */
const MANY = 20_000;

interface Search {
  matches: RawBuilder<boolean>;
  /** Whether the term means few enough people that all of them can be looked up. */
  isLookedUp: boolean;
}

async function searchFor(tx: Tx, scope: ApplicationScope, term: string): Promise<Search> {
  // The list itself shows those of the caller's wards only.
  const everywhere = { ...scope, locations: [] };
  const found = await findPatientsBy(tx, everywhere, term);
  const { rows } =
    await sql`select from ${await findPatientsBy(tx, everywhere, term, MANY + 1)} found offset ${MANY} limit 1`.execute(
      tx,
    );
  return rows.length > 0
    ? { matches: await isMeantBy(tx, scope, term), isLookedUp: false }
    : { matches: isOneOfFound('p.id', found), isLookedUp: true };
}

export async function listPatients(
  tx: Tx,
  scope: ApplicationScope,
  { term, sort, in_doubt: inDoubt, ...paging }: QueryOf<typeof patients.listPatients>,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const search = term ? await searchFor(tx, scope, term) : null;
  const query = tx
    .selectFrom('patients as p')
    .select('p.id')
    .where(isVisible(scope))
    .$call((rows) => (search ? rows.where(search.matches) : rows))
    .$if(inDoubt === '1', (rows) => rows.where('p.identity_in_doubt', '=', true))
    .$if(sort.endsWith('family_name'), (rows) => rows.orderBy(sql`p.family_name_lower collate "C"`, direction))
    .orderBy('p.id', direction);
  const isWhole = !term && inDoubt !== '1';
  // Those who were looked up are sorted as a whole, so that page and total come from one reading.
  const found =
    search?.isLookedUp && paging.page * paging.per_page <= COUNT_CAP
      ? slicePage(await query.limit(COUNT_CAP + 1).execute(), paging)
      : await fetchPage(tx, query, paging, isWhole && isOfSomeWards(scope) ? patientsOfWards(tx, scope) : undefined);
  const read = (ids: number[]) =>
    tx.selectFrom('patients as p').select(SUMMARY).$narrowType<Narrowed>().where(isOneOf('p.id', ids)).execute();
  const shown = found.data.map(({ id }) => id);
  return { ...found, data: await readRowsOf(tx, shown, read) };
}

/** The patients of the caller's wards, to be counted: an index has them. */
function patientsOfWards(tx: Tx, scope: ApplicationScope) {
  const seen = tx
    .selectFrom('visits as v')
    .select('v.patient_id')
    .distinct()
    .where('v.application_id', '=', scope.applicationId)
    .where(isInWards(scope, 'v.location'));
  return tx.selectFrom(seen.as('seen')).select('seen.patient_id');
}

/** Throws NotFound for a patient of another application or of other wards. */
export async function requirePatient(tx: Tx, scope: ApplicationScope, id: number) {
  const found = await tx
    .selectFrom('patients as p')
    .select([...SUMMARY, 'p.language', 'p.protected', 'p.identity_unknown'])
    .$narrowType<Narrowed>()
    .where(isVisible(scope))
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!found) throw new NotFound('This patient');
  return found;
}

export async function getPatient(tx: Tx, scope: ApplicationScope, id: number): Promise<patients.PatientDetail> {
  const { applicationId } = scope;
  const patient = await requirePatient(tx, scope, id);
  return {
    ...patient,
    identifiers: await listIdentifiersOf(tx, applicationId, id),
    visits: await listVisits(tx, scope, id),
    merges: await listMerges(tx, applicationId, id),
    texts: await listTexts(tx, scope, id),
    conflict_ids: isOfSomeWards(scope) ? [] : await listOpenConflicts(tx, applicationId, id),
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

async function listVisits(
  tx: Tx,
  scope: ApplicationScope,
  patientId: number,
): Promise<patients.PatientDetail['visits']> {
  const { applicationId } = scope;
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
    .$narrowType<Pick<patients.PatientDetail['visits'][number], 'kind' | 'state'>>()
    .where('v.application_id', '=', applicationId)
    .where('v.patient_id', '=', patientId)
    .where(isInWards(scope, 'v.location'))
    .orderBy('v.last_event_at', 'desc')
    .limit(MAX_VISITS)
    .execute();
  const visits: patients.PatientDetail['visits'] = [];
  for (const row of rows) {
    visits.push({ ...inIso(row), proof: await proveVisit(tx, applicationId, row.id) });
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

/** Lists texts of the caller's wards, including those of records that were merged into this one. */
async function listTexts(tx: Tx, scope: ApplicationScope, id: number): Promise<patients.PatientDetail['texts']> {
  const { applicationId } = scope;
  const { rows } = await sql<patients.PatientDetail['texts'][number]>`
    select x.id, x.channel, x.text, x.received_at, x.understood, x.harm, x.read_at from inbound_texts x
    join patients p on p.application_id = x.application_id and p.id = x.patient_id
    where x.application_id = ${applicationId} and (p.id = ${id} or p.merged_into_id = ${id}) and ${isInWards(scope, 'x.location')}
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

/**
 * Lists what was sent to the patient about stays in the caller's wards, and the answers, newest first. Each visit has
 * its own timeline.
 */
async function listTimeline(tx: Tx, scope: ApplicationScope, id: number): Promise<patients.PatientDetail['timeline']> {
  const { applicationId } = scope;
  const { rows } = await sql<patients.PatientDetail['timeline'][number]>`
    select at, kind, id, state, detail, channel, title, feedback_id from (
      select coalesce(d.sent_at, d.send_at) as at, 'delivery' as kind, d.id, d.state, coalesce(d.reason, d.last_error) as detail, d.channel, s.title,
        null::bigint as feedback_id
      from deliveries d
      left join surveys s on s.application_id = d.application_id and s.id = d.survey_id
      where d.application_id = ${applicationId} and d.patient_id = ${id} and d.purpose <> 'case_notice' and ${isInWards(scope, 'd.location')}
      union all
      select i.answered_at, 'answered', i.id, 'answered', f.score::text, null, s.title, f.id
      from invitations i
      join surveys s on s.application_id = i.application_id and s.id = i.survey_id
      left join feedback f on f.application_id = i.application_id and f.invitation_id = i.id
      where i.application_id = ${applicationId} and i.patient_id = ${id} and i.answered_at is not null
        and ${isInWards(scope, 'f.location')}
    ) told
    order by at desc, id desc limit 200`.execute(tx);
  return rows;
}
