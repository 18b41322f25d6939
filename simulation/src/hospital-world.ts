import {
  NATIONAL,
  rootOf,
  roots,
  visitsOf,
  type AcknowledgedMessage,
  type Authority,
  type ModelHospital,
  type ModelIdentifier,
  type ModelRecord,
  type ModelVisit,
} from './model-hospital.ts';
import type { Random } from './random.ts';
import type { MessageContent } from './write-message.ts';

export const SECOND = 1_000;
export const HOUR = 3_600_000;

/** Something that happens in the hospital, and the content of the message about it. */
export interface Happening {
  event: string;
  /** Null: the message is about nobody. */
  record: ModelRecord | null;
  /** Other records that the message is about. */
  others?: readonly ModelRecord[];
  visit?: ModelVisit | null;
  /** The ward that the message belongs to. Default: the ward of the visit afterwards. */
  ward?: string | null;
  content?: Partial<MessageContent>;
  /** Whether the message contains names, phone numbers and so on. */
  tellsFacts?: boolean;
  /** The message has an impossible time, so that the time of its arrival counts. */
  at?: 'impossible';
  change?: () => void;
  state?: AcknowledgedMessage['state'];
  asks?: boolean;
}

/** Returns null when it cannot happen in the hospital's present state. */
export type Happen = (now: Date) => Happening | null;
/** The weight says how often it happens compared with the others. */
export type WeightedHappening = readonly [weight: number, happen: Happen];

/** Makes patients and visits, and finds those to whom something may happen. */
export interface HospitalWorld {
  hospital: ModelHospital;
  random: Random;
  number(prefix: string): string;
  newIdentifier(authority: Authority): ModelIdentifier;
  newPhone(): string;
  newEmail(): string;
  /** Makes a record. With `like` it is another registration of that person. */
  newRecord(like?: ModelRecord): ModelRecord;
  newVisit(record: ModelRecord, isAppointment?: boolean): ModelVisit;
  /** Records that are not known to be dead, and sometimes one that is. */
  living(): ModelRecord[];
  /** Those of them that have no open visit. */
  free(): ModelRecord[];
  visitsIn(state: ModelVisit['state'], isAppointment?: boolean): ModelVisit[];
  /** Returns one of the list, preferably of a person to whom something rare has happened lately; null when the list is empty. */
  anyOf<T>(list: readonly T[], recordOf: (one: T) => ModelRecord): T | null;
  /** Returns all numbers of the record, or some of them. */
  someNumbers(record: ModelRecord): ModelIdentifier[];
}

/** Probability that the next event happens to somebody to whom something rare has happened. */
const WATCHED_FIRST = 0.35;
const UNLIKE_ANY = 0.3;
/** Prefix of a number that only one authority gives. */
export const UNIQUE_NUMBER = 'U';
const LANGUAGES = ['EN', 'FR', 'PL', 'AR'];

export function createHospitalWorld(hospital: ModelHospital, random: Random, begin: Date): HospitalWorld {
  let count = 0;
  const number = (prefix: string) => `${prefix}${(count += 1)}`;
  const given = new Map<Authority, number>();
  const newPhone = () => `+3538512${String(10_000 + (count += 1))}`;
  const newEmail = () => `p${(count += 1)}@example.org`;

  /**
   * Each authority counts from one, so that the same number belongs to different people at different authorities. Some numbers
   * are given by one authority only.
   */
  function newIdentifier(authority: Authority): ModelIdentifier {
    if (random.chance(UNLIKE_ANY)) return { authority, value: number(UNIQUE_NUMBER) };
    const next = (given.get(authority) ?? 0) + 1;
    given.set(authority, next);
    return { authority, value: String(next) };
  }

  function newBirthDate(): string {
    const day = `${String(random.int(1, 12)).padStart(2, '0')}${String(random.int(1, 28)).padStart(2, '0')}`;
    if (random.chance(0.05)) return `${random.int(2012, 2022)}${day}`;
    if (random.chance(0.06)) return String(random.int(2009, 2013));
    return `${random.int(1930, 2000)}${random.chance(0.05) ? '' : day}`;
  }

  /** Of two linked records, returns the numbers of one: a system names only numbers that it gave. */
  function numbersOfOneSide({ identifiers, ...record }: ModelRecord): ModelIdentifier[] {
    const found = hospital.links.filter(({ survivor }) => rootOf(survivor).id === record.id);
    if (found.length === 0) return identifiers;
    const { identifiers: ofGone } = random.pick(found);
    const isOfGone = ({ authority, value }: ModelIdentifier) =>
      ofGone.some((one) => one.authority === authority && one.value === value);
    const wantsGone = random.chance(0.5);
    const side = identifiers.filter((one) => isOfGone(one) === wantsGone);
    return side.length > 0 ? side : identifiers;
  }

  const living = () => roots(hospital).filter(({ isDead }) => !isDead || random.chance(0.05));
  return {
    hospital,
    random,
    number,
    newIdentifier,
    newPhone,
    newEmail,
    newRecord(like) {
      const id = hospital.records.length + 1;
      const identifiers: ModelIdentifier[] = [newIdentifier(random.pick(hospital.sites))];
      if (!like && random.chance(0.6)) identifiers.push(newIdentifier(NATIONAL));
      return {
        id,
        person: like?.person ?? id,
        identifiers,
        givenName: number('N'),
        familyName: like?.familyName ?? number('F'),
        born: like?.born ?? newBirthDate(),
        phone: like?.phone ?? (random.chance(0.85) ? newPhone() : null),
        email: like?.email ?? (random.chance(0.4) ? newEmail() : null),
        language: random.pick(LANGUAGES),
        isDead: false,
        isProtected: false,
        processed: { isDead: false, isProtected: false },
        isUnknown: false,
        doubts: 0,
        mergedInto: null,
        lastEventAt: begin,
        sent: [],
        answered: [],
      };
    },
    newVisit: (record, isAppointment = false) => ({
      number: number(isAppointment ? 'APP' : 'V'),
      isAppointment,
      record,
      state: isAppointment ? 'expected' : 'open',
      isOnLeave: false,
      patientClass: isAppointment ? 'O' : 'I',
      ward: null,
      priorWard: null,
      isAnswered: false,
      surveysSent: 0,
      endedAt: [],
      joinedSurveys: 0,
      joinedInto: null,
      isLeftOut: false,
      typed: new Set(),
      toldUnder: [],
    }),
    living,
    free: () => living().filter((record) => !visitsOf(hospital, record).some(({ state }) => state === 'open')),
    visitsIn: (state, isAppointment = false) =>
      [...hospital.visits.values()].filter((visit) => visit.state === state && visit.isAppointment === isAppointment),
    anyOf(list, recordOf) {
      if (list.length === 0) return null;
      const watched = new Set(hospital.watched.map(rootOf));
      const first = random.chance(WATCHED_FIRST) ? list.filter((one) => watched.has(rootOf(recordOf(one)))) : [];
      return random.pick(first.length > 0 ? first : list);
    },
    someNumbers(record) {
      const identifiers = numbersOfOneSide(record);
      if (random.chance(0.5)) return identifiers;
      return random.shuffle(identifiers).slice(0, random.int(1, identifiers.length));
    },
  };
}

export const isLinked = ({ links }: ModelHospital, record: ModelRecord): boolean =>
  links.some(({ survivor, gone }) => rootOf(survivor) === record || rootOf(gone) === record);

/** Returns whether the record is neither linked nor in doubt, so that nothing about it has to be separated later. */
export const isPlain = (hospital: ModelHospital, record: ModelRecord): boolean =>
  !isLinked(hospital, record) && record.doubts === 0;
