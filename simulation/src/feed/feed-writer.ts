import type { Random } from '../random.ts';
import {
  humanOf,
  registered,
  rootOf,
  type FeedHospital,
  type FeedNumber,
  type FeedPerson,
  type FeedVisit,
  type Facility,
  type Place,
} from './feed-model.ts';
import {
  writeFeedMessage,
  type FeedAppointment,
  type FeedGroup,
  type FeedPrior,
  type FeedPv1,
} from './write-feed-message.ts';

/**
 * Something that happens in the hospital. Changes the model and returns the message about it, or null when it cannot happen now.
 */
export type Happening = () => string | null;
export type WeightedHappening = readonly [weight: number, happen: Happening];

interface AboutVisit extends Partial<FeedPv1> {
  /** MRG */
  prior?: FeedPrior;
  withoutPv1?: boolean;
  died?: string;
  /** Time of an earlier event whose message is sent now. */
  at?: Date;
}

/** What every kind of event needs in order to be written. */
export interface FeedWriter {
  readonly hospital: FeedHospital;
  readonly random: Random;
  /** Moves the time on by the pause between two messages. */
  advance(): Date;
  now(): Date;
  newPerson(facility: Facility, like?: FeedPerson): FeedPerson;
  newNumber(facility: Facility): FeedNumber;
  /** Returns a new account, visit or appointment number. */
  fresh(prefix: string): string;
  newVisit(person: FeedPerson, options: Pick<FeedVisit, 'state' | 'patientClass'> & Partial<FeedVisit>): FeedVisit;
  freePlace(): Place;
  isFree(place: Place): boolean;
  /** Writes one message. */
  tell(
    event: string,
    facility: string,
    groups: readonly FeedGroup[],
    more?: { type?: string; at?: Date; appointment?: FeedAppointment },
  ): string;
  aboutVisit(event: string, visit: FeedVisit, more?: AboutVisit): string;
  aboutPerson(
    event: string,
    person: FeedPerson,
    more?: { type?: string; died?: string; prior?: FeedPrior; numbers?: readonly FeedNumber[] },
  ): string;
  groupOf(person: FeedPerson, number: FeedNumber): FeedGroup;
  /** Returns the patient's number for the next message about the visit. */
  numberFor(visit: FeedVisit): FeedNumber;
}

const WARDS = ['ASH', 'BIRCH', 'CEDAR', 'ELM', 'FIR', 'HAZEL'];
const ROOMS = 15;
const BEDS = ['A', 'B', 'C'];
const SECOND = 1_000;
/** Events about numbers and not about a stay. */
const OF_NUMBERS: ReadonlySet<string> = new Set(['A35', 'A41', 'A42', 'A49', 'A50']);
/** Events that update facts and move nobody. */
const UPDATES: ReadonlySet<string> = new Set('A08 A09 A10 A15 A16 A25 A26 A32 A33 A54 A55'.split(' '));
/** Maximum pause between two messages: on average there are twenty an hour. */
const MAX_GAP_SECONDS = 340;

export function createFeedWriter(hospital: FeedHospital, random: Random, begin: Date): FeedWriter {
  let count = 0;
  let time = begin;
  const fresh = (prefix: string) => `${prefix}${(count += 1)}`;

  const isFree = (place: Place): boolean =>
    ![...hospital.visits.values()].some(
      (visit) =>
        visit.state === 'open' &&
        visit.place?.ward === place.ward &&
        visit.place.room === place.room &&
        visit.place.bed === place.bed,
    );

  const writer: FeedWriter = {
    hospital,
    random,
    now: () => time,
    advance() {
      time = new Date(time.getTime() + random.int(20, MAX_GAP_SECONDS) * SECOND);
      return time;
    },
    fresh,
    newNumber: (facility) => ({ facility, value: fresh('P') }),
    newPerson(facility, like) {
      const person: FeedPerson = {
        id: (hospital.registrations += 1),
        facility,
        numbers: [writer.newNumber(facility)],
        familyName: like ? rootOf(like).familyName : letters(hospital.registrations),
        born: like ? rootOf(like).born : `${random.int(1930, 2000)}${random.int(10, 12)}${random.int(10, 28)}`,
        isDead: false,
        mergedInto: null,
        linkedTo: null,
      };
      hospital.persons.push(person);
      return person;
    },
    newVisit(person, options) {
      const root = rootOf(person);
      const visit: FeedVisit = {
        key: (count += 1),
        person: root,
        number: person.facility === 'NORTH' && options.appointment === undefined ? fresh('V') : null,
        account: fresh('A'),
        appointment: null,
        toldUnder: random.pick(root.numbers),
        isOnLeave: false,
        place: null,
        priorPlace: null,
        lastAt: time,
        movedAt: time,
        ...options,
      };
      hospital.visits.set(visit.key, visit);
      return visit;
    },
    isFree,
    freePlace() {
      for (;;) {
        const place = { ward: random.pick(WARDS), room: String(random.int(1, ROOMS)), bed: random.pick(BEDS) };
        if (isFree(place)) return place;
      }
    },
    tell(event, facility, groups, { type = 'ADT', at = time, appointment } = {}) {
      const name = type === 'ORU' ? 'ORU^R01' : event;
      hospital.told.set(name, (hospital.told.get(name) ?? 0) + 1);
      const message = { controlId: fresh('C'), type, event, facility, at, groups };
      return writeFeedMessage(appointment ? { ...message, appointment } : message);
    },
    groupOf: (person, number) => {
      const { familyName, born } = rootOf(person);
      return { numbers: [number], familyName, born, parts: [] };
    },
    numberFor(visit) {
      const { numbers } = rootOf(visit.person);
      return random.chance(0.9) ? visit.toldUnder : random.pick(numbers);
    },
    aboutVisit(event, visit, { prior, withoutPv1 = false, died, at, ...facts } = {}) {
      const number = at ? visit.toldUnder : writer.numberFor(visit);
      if (!at && !OF_NUMBERS.has(event)) {
        visit.toldUnder = number;
        visit.lastAt = time;
        if (!UPDATES.has(event)) visit.movedAt = time;
      }
      const pv1 = { patientClass: visit.patientClass, visitNumber: visit.number, ...facts };
      const group = {
        ...writer.groupOf(visit.person, number),
        account: visit.account,
        ...(died === undefined ? {} : { died }),
        parts: [{ ...(prior ? { prior } : {}), ...(withoutPv1 ? {} : { visit: pv1 }) }],
      };
      return writer.tell(event, visit.person.facility, [group], at ? { at } : {});
    },
    aboutPerson(event, person, { type, died, prior, numbers } = {}) {
      const root = rootOf(person);
      const group = {
        ...writer.groupOf(root, random.pick(root.numbers)),
        ...(numbers ? { numbers } : {}),
        ...(died === undefined ? {} : { died }),
        parts: prior ? [{ prior }] : [],
      };
      return writer.tell(event, root.facility, [group], type ? { type } : {});
    },
  };
  return writer;
}

/** Returns a different family name for each number. It has no digits, because digits of names are not compared. */
const letters = (index: number): string =>
  `N${String(index).replaceAll(/\d/g, (digit) => String.fromCodePoint(97 + Number(digit)))}`;

/** Returns one of the list; null when it is empty. */
export const pickOr = <T>(random: Random, list: readonly T[]): T | null =>
  list.length === 0 ? null : random.pick(list);

export const stays = ({ hospital }: FeedWriter, state: FeedVisit['state']): FeedVisit[] =>
  [...hospital.visits.values()].filter((visit) => visit.state === state && visit.appointment === null);

export const isInHouse = ({ hospital }: FeedWriter, person: FeedPerson): boolean => {
  const human = humanOf(person);
  return [...hospital.visits.values()].some(
    (visit) => visit.state === 'open' && visit.appointment === null && humanOf(visit.person) === human,
  );
};

/** Returns who can be admitted: people who are alive and have no open stay. */
export function free(writer: FeedWriter): FeedPerson[] {
  const inHouse = new Set(stays(writer, 'open').map(({ person }) => humanOf(person)));
  return registered(writer.hospital).filter(
    (person) => !person.isDead && !inHouse.has(humanOf(person)) && !isLinkedSouth(person),
  );
}

/**
 * True for a linked registration of SOUTH: its visits have no numbers, so they cannot be told from those of the other
 * registration.
 */
export const isLinkedSouth = (person: FeedPerson): boolean => person.linkedTo !== null && person.facility === 'SOUTH';
