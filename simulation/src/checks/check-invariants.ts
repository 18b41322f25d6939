import type pg from 'pg';
import { checkSent } from './check-sent.ts';
import { rootOf, roots, type ModelHospital } from '../model-hospital.ts';
import type { Member, Run } from '../simulation-run.ts';
import type { Violation } from './violation.ts';

/** Compares the database with the model when everything acknowledged is processed and every due job has run. */
export async function checkInvariants({ now }: Run, member: Member, observer: pg.Pool): Promise<Violation[]> {
  const { hospital, organisation } = member;
  const { id } = organisation.application;
  const checks = [checkMessages, checkCensus, checkPeople, checkAsked];
  const found: Violation[] = [];
  for (const check of checks) found.push(...(await check(hospital, observer, id)));
  found.push(...(await checkJobs(observer, id, now, hospital)), ...(await checkSteps(observer, id, now)));
  found.push(...(await checkSent(member, observer)));
  return found.map((violation) => ({ ...violation, hospital }));
}

interface StoredMessage {
  message_control_id: string;
  state: string;
  location: string | null;
  given_name: string | null;
  error_code: string | null;
  asks: boolean;
}

/**
 * Every acknowledged message must be stored exactly once. Its row must contain what was known when its turn came, which shows
 * that the order was kept.
 */
async function checkMessages(
  { acknowledged }: ModelHospital,
  observer: pg.Pool,
  applicationId: number,
): Promise<Violation[]> {
  const { rows } = await observer.query<StoredMessage>(
    `select message_control_id, state, location, given_name, error_code,
       exists (select from deliveries d where d.message_id = m.id and d.cause like 'trigger:%') as asks
     from hl7_messages m where application_id is not distinct from $1 or application_id is null order by id`,
    [applicationId],
  );
  const found: Violation[] = [];
  const stored = new Map<string, StoredMessage>();
  for (const row of rows) {
    if (stored.has(row.message_control_id)) found.push({ rule: 'stored twice', detail: row.message_control_id });
    stored.set(row.message_control_id, row);
  }
  for (const expected of acknowledged.values()) {
    const row = stored.get(expected.controlId);
    const about = `${expected.controlId} (${expected.event})`;
    if (!row) found.push({ rule: 'acknowledged and not stored', detail: about });
    else if (row.state !== expected.state)
      found.push({
        rule: 'another state',
        detail: `${about} is ${row.state} ${row.error_code ?? ''}, not ${expected.state}`,
      });
    else if (row.location !== expected.location)
      found.push({
        rule: 'processed out of order',
        detail: `${about}: ward ${row.location}, not ${expected.location}`,
      });
    else if (row.given_name !== expected.givenName)
      found.push({ rule: 'processed out of order', detail: `${about}: another given name` });
    else if (expected.asks && !row.asks)
      found.push({ rule: 'a discharge that nobody planned to ask about', detail: about });
  }
  if (stored.size > acknowledged.size) found.push({ rule: 'stored and not acknowledged', detail: String(stored.size) });
  return found;
}

async function checkCensus({ visits }: ModelHospital, observer: pg.Pool, applicationId: number): Promise<Violation[]> {
  const { rows } = await observer.query<{ number: string; state: string; on_leave: boolean; location: string | null }>(
    `select coalesce(visit_number, appointment_number) as number, state, on_leave, location from visits
     where application_id = $1`,
    [applicationId],
  );
  const found: Violation[] = [];
  const stored = new Map(rows.map((row) => [row.number, row]));
  if (rows.length !== visits.size)
    found.push({ rule: 'another number of visits', detail: `${rows.length}, not ${visits.size}` });
  for (const visit of visits.values()) {
    const row = stored.get(visit.number);
    // Leave has a meaning only while the stay is open.
    const away = visit.state === 'open' && visit.isOnLeave ? 'on leave' : 'not on leave';
    const state = `${visit.state}, ${away}, ward ${visit.ward}`;
    const isAway = row?.state === 'open' && row.on_leave ? 'on leave' : 'not on leave';
    const is = row ? `${row.state}, ${isAway}, ward ${row.location}` : 'not there';
    if (is !== state) found.push({ rule: 'another census', detail: `visit ${visit.number} is ${is}, not ${state}` });
  }
  return found;
}

interface StoredIdentifier {
  patient_id: number;
  name: string;
  deceased: boolean;
  protected: boolean;
  identity_in_doubt: boolean;
  identity_unknown: boolean;
  phone: string | null;
  email: string | null;
}

/** No person may have two patients, and no two persons one. */
async function checkPeople(hospital: ModelHospital, observer: pg.Pool, applicationId: number): Promise<Violation[]> {
  const { rows } = await observer.query<StoredIdentifier>(
    `select i.patient_id, a.title || ' ' || i.identifier as name, p.deceased, p.protected, p.identity_in_doubt,
       p.identity_unknown, p.phone, p.email
     from patient_identifiers i
     join patient_authorities a on a.id = i.authority_id
     join patients p on p.id = i.patient_id
     where i.application_id = $1`,
    [applicationId],
  );
  const stored = new Map(rows.map((row) => [row.name, row]));
  const found: Violation[] = [];
  const taken = new Map<number, number>();
  for (const record of roots(hospital)) {
    const known = record.identifiers.flatMap(({ authority, value }) => stored.get(`${authority} ${value}`) ?? []);
    const [row] = known;
    const about = `record ${record.id}`;
    if (!row) {
      found.push({ rule: 'a patient who is not known', detail: about });
      continue;
    }
    if (known.some(({ patient_id }) => patient_id !== row.patient_id))
      found.push({ rule: 'one person is two patients', detail: about });
    const other = taken.get(row.patient_id);
    if (other !== undefined) found.push({ rule: 'two persons are one patient', detail: `${about} and ${other}` });
    taken.set(row.patient_id, record.id);
    const is = `dead ${row.deceased} protected ${row.protected} unknown ${row.identity_unknown} doubt ${row.identity_in_doubt}`;
    const expected = `dead ${record.isDead} protected ${record.isProtected} unknown ${record.isUnknown} doubt ${record.doubts > 0}`;
    if (is !== expected)
      found.push({ rule: 'another fact about a person', detail: `${about}: ${is}, not ${expected}` });
    if (row.phone !== record.phone || row.email !== record.email)
      found.push({ rule: 'another address of a person', detail: about });
  }
  return found;
}

/** Each visit must belong to its person, and nobody may have been asked about a visit twice. */
async function checkAsked(hospital: ModelHospital, observer: pg.Pool, applicationId: number): Promise<Violation[]> {
  const { rows } = await observer.query<{ number: string; asked: number; patient_id: number }>(
    `select coalesce(v.visit_number, v.appointment_number) as number, v.patient_id, (
       select count(*) from deliveries d
       where d.visit_id = v.id and d.purpose = 'survey' and d.reminder = 0 and d.enrolment_id is null and d.sent_at is not null
         and d.state in ('sent', 'delivered')
     )::int as asked from visits v where v.application_id = $1`,
    [applicationId],
  );
  const found: Violation[] = [];
  const owner = new Map<number, number>();
  for (const { number, asked, patient_id } of rows) {
    const visit = hospital.visits.get(number);
    if (!visit) continue;
    if (asked > 1 + visit.joinedSurveys) found.push({ rule: 'asked twice about one visit', detail: `visit ${number}` });
    const record = rootOf(visit.record).id;
    const known = owner.get(patient_id) ?? record;
    owner.set(patient_id, known);
    if (known !== record) found.push({ rule: 'a visit of somebody else', detail: `visit ${number}` });
  }
  return found;
}

/**
 * Everything that was due must have been sent or have a reason why not, unless sending is stopped, and nothing may still be in the state
 * "sending".
 */
async function checkJobs(
  observer: pg.Pool,
  applicationId: number,
  now: Date,
  { isStopped }: ModelHospital,
): Promise<Violation[]> {
  const { rows } = await observer.query<{ id: number; state: string }>(
    `select id, state from deliveries
     where application_id = $2
       and (state = 'sending' or state = 'scheduled' and send_at <= $1 and (purpose = 'case_notice' or not $3))`,
    [now, applicationId, isStopped],
  );
  return rows.map(({ id, state }) => ({ rule: 'due and still waiting', detail: `delivery ${id} is ${state}` }));
}

/** Every step of a pathway that was due must be decided, and nobody may be in a pathway about the stay of somebody else. */
async function checkSteps(observer: pg.Pool, applicationId: number, now: Date): Promise<Violation[]> {
  const { rows } = await observer.query<{ number: string; is_due: boolean; is_of_another: boolean }>(
    `select v.visit_number as number, e.state = 'active' and e.next_due_at <= $2 as is_due,
       v.patient_id <> coalesce(p.merged_into_id, p.id) as is_of_another
     from pathway_enrolments e join visits v on v.id = e.visit_id join patients p on p.id = e.patient_id
     where e.application_id = $1`,
    [applicationId, now],
  );
  return rows.flatMap(({ number, is_due, is_of_another }) => [
    ...(is_due ? [{ rule: 'a step of a pathway is due and not decided', detail: `visit ${number}` }] : []),
    ...(is_of_another ? [{ rule: 'a pathway about the stay of somebody else', detail: `visit ${number}` }] : []),
  ]);
}
