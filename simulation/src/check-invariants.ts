import type pg from 'pg';
import { rootOf, roots, type ModelHospital } from './model-hospital.ts';

export interface Violation {
  rule: string;
  /** Control ids of the messages that it is about; no names and no numbers of patients. */
  detail: string;
}

/** Compares the database with the model, when everything acknowledged is processed and every job that was due has run. */
export async function checkInvariants(hospital: ModelHospital, observer: pg.Pool, now: Date): Promise<Violation[]> {
  const checks = [checkMessages, checkCensus, checkPeople, checkAsked];
  const found: Violation[] = [];
  for (const check of checks) found.push(...(await check(hospital, observer)));
  return [...found, ...(await checkJobs(observer, now))];
}

interface StoredMessage {
  message_control_id: string;
  state: string;
  location: string | null;
  given_name: string | null;
  error_code: string | null;
  asks: boolean;
}

/** Nothing acknowledged is missing or there twice, and each row says what was known in its turn: the order was kept. */
async function checkMessages({ acknowledged }: ModelHospital, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<StoredMessage>(
    `select message_control_id, state, location, given_name, error_code,
       exists (select from deliveries d where d.message_id = m.id and d.cause like 'trigger:%') as asks
     from hl7_messages m order by id`,
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

async function checkCensus({ visits }: ModelHospital, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<{ number: string; state: string; on_leave: boolean; location: string | null }>(
    'select coalesce(visit_number, appointment_number) as number, state, on_leave, location from visits',
  );
  const found: Violation[] = [];
  const stored = new Map(rows.map((row) => [row.number, row]));
  if (rows.length !== visits.size)
    found.push({ rule: 'another number of visits', detail: `${rows.length}, not ${visits.size}` });
  for (const visit of visits.values()) {
    const row = stored.get(visit.number);
    // Leave means something while the patient is there.
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

/** Nobody is two patients, and no two are one. */
async function checkPeople(hospital: ModelHospital, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<StoredIdentifier>(
    `select i.patient_id, a.title || ' ' || i.identifier as name, p.deceased, p.protected, p.identity_in_doubt,
       p.identity_unknown, p.phone, p.email
     from patient_identifiers i
     join patient_authorities a on a.id = i.authority_id
     join patients p on p.id = i.patient_id`,
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

/** Each visit belongs to its person, and nobody was asked twice about one. */
async function checkAsked(hospital: ModelHospital, observer: pg.Pool): Promise<Violation[]> {
  const { rows } = await observer.query<{ number: string; asked: number; patient_id: number }>(
    `select coalesce(v.visit_number, v.appointment_number) as number, v.patient_id, (
       select count(*) from deliveries d
       where d.visit_id = v.id and d.purpose = 'survey' and d.reminder = 0 and d.sent_at is not null
     )::int as asked from visits v`,
  );
  const found: Violation[] = [];
  const owner = new Map<number, number>();
  for (const { number, asked, patient_id } of rows) {
    const visit = hospital.visits.get(number);
    if (!visit) continue;
    if (asked > 1) found.push({ rule: 'asked twice about one visit', detail: `visit ${number}` });
    const record = rootOf(visit.record).id;
    const known = owner.get(patient_id) ?? record;
    owner.set(patient_id, known);
    if (known !== record) found.push({ rule: 'a visit of somebody else', detail: `visit ${number}` });
  }
  return found;
}

/** What is due has left, or says why not; what was being sent has ended. */
async function checkJobs(observer: pg.Pool, now: Date): Promise<Violation[]> {
  const { rows } = await observer.query<{ id: number; state: string }>(
    `select id, state from deliveries where state = 'sending' or state = 'scheduled' and send_at <= $1`,
    [now],
  );
  return rows.map(({ id, state }) => ({ rule: 'due and still waiting', detail: `delivery ${id} is ${state}` }));
}
