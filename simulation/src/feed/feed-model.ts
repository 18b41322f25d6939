/** The model hospital of a census feed. It knows HL7 v2.5.1, and nothing of how Wardvoice stores patients. */
export interface FeedHospital {
  persons: FeedPerson[];
  /** Visits by their key, which never changes; the numbers in messages may. */
  visits: Map<number, FeedVisit>;
  /** Number of registrations there have ever been. */
  registrations: number;
  /** Number of messages by event. */
  told: Map<string, number>;
}

/** NORTH numbers its visits (PV1-19). SOUTH does not, so that the visit has to be found by the patient. */
export type Facility = 'NORTH' | 'SOUTH';

export interface FeedNumber {
  facility: Facility;
  value: string;
}

export interface FeedPerson {
  id: number;
  facility: Facility;
  numbers: FeedNumber[];
  familyName: string;
  /** YYYYMMDD */
  born: string;
  isDead: boolean;
  mergedInto: FeedPerson | null;
  /** Another registration of the same human being that is linked with this one (A24). */
  linkedTo: FeedPerson | null;
}

export interface Place {
  ward: string;
  room: string;
  bed: string;
}

export type FeedVisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface FeedVisit {
  key: number;
  person: FeedPerson;
  /** PV1-19; null where the facility does not number its visits. */
  number: string | null;
  /** PID-18 */
  account: string;
  /** SCH-2; null for stays. */
  appointment: string | null;
  /** The patient's number in the last message about the visit. */
  toldUnder: FeedNumber;
  state: FeedVisitState;
  isOnLeave: boolean;
  /** PV1-2; null until a message contains one. */
  patientClass: string | null;
  place: Place | null;
  /** Place before the last transfer; null when something else has happened since. */
  priorPlace: Place | null;
  /** Time of the last message about the visit. */
  lastAt: Date;
  /** Time of the last event that was more than an update. */
  movedAt: Date;
}

export const createFeedHospital = (): FeedHospital => ({
  registrations: 0,
  persons: [],
  visits: new Map(),
  told: new Map(),
});

/** The registration that this one was merged into in the end. */
export const rootOf = (person: FeedPerson): FeedPerson =>
  person.mergedInto === null ? person : rootOf(person.mergedInto);

/** Registrations that have not been merged into another. */
export const registered = ({ persons }: FeedHospital): FeedPerson[] =>
  persons.filter(({ mergedInto }) => mergedInto === null);

export const visitsOf = ({ visits }: FeedHospital, person: FeedPerson): FeedVisit[] =>
  [...visits.values()].filter((visit) => rootOf(visit.person) === rootOf(person));

/** Returns the same number for all registrations of one human being, linked or not. */
export function humanOf(person: FeedPerson): number {
  const root = rootOf(person);
  return root.linkedTo === null ? root.id : Math.min(root.id, rootOf(root.linkedTo).id);
}

const DAY = 86_400_000;
/** How long stays that have ended are kept. People without a stay are kept up to the next number. */
const REMEMBERED_MS = 3 * DAY;
const MAX_PERSONS = 400;

/**
 * Removes what ended long ago, so that an hour of a long feed takes no more time than one of a short feed. No later message is
 * about it.
 */
export function forgetOldStays(hospital: FeedHospital, now: Date): void {
  const { visits } = hospital;
  for (const [key, { state, lastAt }] of visits)
    if (state !== 'open' && now.getTime() - lastAt.getTime() > REMEMBERED_MS) visits.delete(key);
  const present = new Set([...visits.values()].map(({ person }) => rootOf(person)));
  const living = registered(hospital);
  const away = living.filter((person) => !present.has(person) && person.linkedTo === null);
  const gone = new Set(away.slice(0, Math.max(0, living.length - MAX_PERSONS)));
  hospital.persons = living.filter((person) => !gone.has(person));
}

export const isSameNumber = (one: FeedNumber, other: FeedNumber): boolean =>
  one.facility === other.facility && one.value === other.value;
