import type pg from 'pg';
import { humanOf, registered, rootOf, type FeedHospital, type FeedVisit } from './feed-model.ts';

/** A patient who is admitted, as the census of the API shows it. */
export interface CensusRow {
  visit_number: string | null;
  patient_identifier: string | null;
  family_name: string | null;
  location: string | null;
  patient_class: string | null;
}

/** Returns where the product and the model differ; empty when they agree. */
export async function compareCensus(
  hospital: FeedHospital,
  observer: pg.Pool,
  census: readonly CensusRow[],
): Promise<string[]> {
  return [
    ...compareInHouse(hospital, census),
    ...(await compareVisits(hospital, observer)),
    ...(await comparePersons(hospital, observer)),
  ];
}

function compareInHouse({ visits }: FeedHospital, census: readonly CensusRow[]): string[] {
  const lines = (rows: readonly (string | null | undefined)[][]) =>
    rows.map((row) => row.map((one) => one ?? '-').join(' '));
  const expected = lines(
    [...visits.values()]
      .filter(({ state }) => state === 'open')
      .map((visit) => [visit.number, rootOf(visit.person).familyName, visit.place?.ward, visit.patientClass]),
  );
  const shown = lines(census.map((row) => [row.visit_number, row.family_name, row.location, row.patient_class]));
  return [
    ...without(shown, expected).map((line) => `the census shows ${line}, who is not in hospital so`),
    ...without(expected, shown).map((line) => `the census does not show ${line}`),
  ];
}

/** Returns what occurs more often in the first list than in the second. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const rest = [...other];
  return list.filter((line) => {
    const index = rest.indexOf(line);
    if (index === -1) return true;
    rest.splice(index, 1);
    return false;
  });
}

interface StoredVisit {
  key: string;
  visit_number: string | null;
  patient_id: number;
  state: string;
  on_leave: boolean;
  patient_class: string | null;
  location: string | null;
  room: string | null;
  bed: string | null;
}

const keyOf = ({ appointment, account }: FeedVisit): string => appointment ?? account;

async function compareVisits(hospital: FeedHospital, observer: pg.Pool): Promise<string[]> {
  const { rows } = await observer.query<StoredVisit>(
    `select coalesce(appointment_number, account_number, 'visit ' || id) as key, visit_number, patient_id, state, on_leave,
       patient_class, location, room, bed from visits
     where state = 'open' or account_number = any($1) or appointment_number = any($1)`,
    [[...hospital.visits.values()].map(keyOf)],
  );
  const stored = new Map(rows.map((row) => [row.key, row]));
  const found: string[] = [];
  const patientOf = new Map<number, number>();
  const humanBy = new Map<number, number>();
  for (const visit of hospital.visits.values()) {
    const key = keyOf(visit);
    const row = stored.get(key);
    stored.delete(key);
    if (!row) {
      found.push(`visit ${key} (${visit.state}) is not known`);
      continue;
    }
    const expected = describe(visit);
    const is = describeRow(row);
    if (is !== expected) found.push(`visit ${key} is ${is}, not ${expected}`);
    const human = humanOf(visit.person);
    if ((patientOf.get(human) ?? row.patient_id) !== row.patient_id) found.push(`visit ${key} is not its person's`);
    if ((humanBy.get(row.patient_id) ?? human) !== human) found.push(`visit ${key} is somebody else's`);
    patientOf.set(human, row.patient_id);
    humanBy.set(row.patient_id, human);
  }
  return [...found, ...[...stored.keys()].map((key) => `visit ${key} is not the hospital's`)];
}

/** Describes an open stay completely, and of any other visit only its state. */
const describe = ({ number, state, isOnLeave, patientClass, place }: FeedVisit): string =>
  state === 'open'
    ? [number, state, isOnLeave, patientClass, place?.ward, place?.room, place?.bed].map((one) => one || '-').join(' ')
    : `${number ?? '-'} ${state}`;

const describeRow = (row: StoredVisit): string =>
  row.state === 'open'
    ? [row.visit_number, row.state, row.on_leave, row.patient_class, row.location, row.room, row.bed]
        .map((one) => one || '-')
        .join(' ')
    : `${row.visit_number ?? '-'} ${row.state}`;

/** No person may have two patients, no two persons one, and deaths must be known. */
async function comparePersons(hospital: FeedHospital, observer: pg.Pool): Promise<string[]> {
  const { rows } = await observer.query<{ name: string; patient_id: number; deceased: boolean; is_living_on: boolean }>(
    `select a.title || ' ' || i.identifier as name, i.patient_id, p.deceased, p.merged_into_id is not null as is_living_on
     from patient_identifiers i join patient_authorities a on a.id = i.authority_id join patients p on p.id = i.patient_id
     where i.identifier = any($1)`,
    [hospital.persons.flatMap(({ numbers }) => numbers.map(({ value }) => value))],
  );
  const stored = new Map(rows.map((row) => [row.name, row]));
  const found: string[] = [];
  const humanBy = new Map<number, number>();
  for (const person of registered(hospital)) {
    const known = person.numbers.flatMap(({ facility, value }) => stored.get(`${facility} ${value}`) ?? []);
    const about = `person ${person.id} (${person.numbers.map(({ value }) => value).join(' ')})`;
    if (new Set(known.map(({ patient_id }) => patient_id)).size > 1) found.push(`${about} is two patients`);
    const [row] = known;
    // Only messages without effect were about this registration, so the product need not have it.
    if (!row) continue;
    if (row.is_living_on) found.push(`${about} leads to a record that was merged away`);
    if (row.deceased !== person.isDead) found.push(`${about} is ${row.deceased ? '' : 'not '}dead`);
    const human = humanOf(person);
    if ((humanBy.get(row.patient_id) ?? human) !== human) found.push(`${about} is taken for somebody else`);
    humanBy.set(row.patient_id, human);
  }
  return found;
}
