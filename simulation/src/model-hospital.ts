/**
 * The hospital as its messages have described it, up to the last acknowledgement. The model knows HL7 and nothing of Wardvoice's
 * code.
 */
export interface ModelHospital {
  /** Names of its two sites, as authorities of numbers and as senders (MSH-4). */
  sites: readonly [main: string, side: string];
  /** Sites that already send. */
  facilities: string[];
  records: ModelRecord[];
  visits: Map<string, ModelVisit>;
  /** What each acknowledged message must lead to, by control id, in the order of the acknowledgements. */
  acknowledged: Map<string, AcknowledgedMessage>;
  /** Phone numbers and e-mail addresses whose owner said stop. */
  optedOut: Set<string>;
  /** Addresses that do not exist, according to a receipt that was processed. */
  bounced: Set<string>;
  /** Numbers of the mothers of children who died. */
  mothers: ModelIdentifier[];
  /** Texts that patients wrote, in order. */
  texts: ModelText[];
  /** Links that have not been taken back; the newest last. */
  links: ModelLink[];
  /**
   * Records to which something rare has happened; the newest last. Faults are most likely to show in what happens to them next.
   */
  watched: ModelRecord[];
  /** Addresses of people on mailing lists, by the number that the list has for the person. */
  listed: Map<string, Set<string>>;
  /** The organisation only listens: patients get nothing but what a colleague sends with a reason. */
  listensOnly: boolean;
  /** Somebody has stopped what goes to patients. */
  isStopped: boolean;
  /** Whether the survey after a discharge is switched on, and whether it has questions. */
  surveyOn: boolean;
  surveyHasQuestions: boolean;
  surveyId: number;
}

/** Name of one of the sites, or NATIONAL. */
export type Authority = string;
export const NATIONAL: Authority = 'NATIONAL';

export interface ModelIdentifier {
  authority: Authority;
  value: string;
}

export interface ModelText {
  from: string;
  text: string;
  isHarm: boolean;
}

/** A message that a gateway took, and for which no receipt says that it did not arrive. */
export interface SentMessage {
  at: Date;
  to: string;
  /** Number of the visit; empty for a message about no visit. */
  visit: string;
  delivery: number;
  /** True for a message that offers a survey, except a reminder. */
  asks: boolean;
  /** For a message to a mailing list: the number that the list has for the person. */
  listed: string | null;
  /** For a step of a pathway: the person's place in the pathway, and the day of the step. */
  step: PathwayStep | null;
}

/** A step of a pathway, for somebody who is in it. */
export interface PathwayStep {
  /** Id of the person's place in the pathway. */
  place: number;
  day: number;
}

/** What the hospital considers one person: one registration, or several that were merged. */
export interface ModelRecord {
  id: number;
  /** Number of the human being; several records may belong to one. */
  person: number;
  identifiers: ModelIdentifier[];
  givenName: string;
  familyName: string;
  /** YYYYMMDD, or YYYY where only the year is known. */
  born: string;
  phone: string | null;
  email: string | null;
  language: string;
  isDead: boolean;
  isProtected: boolean;
  /**
   * What is known from processed messages. It is used to recognise the same person in another record, because a waiting message
   * does not help with that.
   */
  processed: { isDead: boolean; isProtected: boolean };
  isUnknown: boolean;
  /** Number of identity conflicts that nobody has decided. */
  doubts: number;
  mergedInto: ModelRecord | null;
  /** Time of the last event of this record; the next is later. */
  lastEventAt: Date;
  sent: SentMessage[];
  /** When surveys were answered, by whichever way. */
  answered: { at: Date; visit: string; step: PathwayStep | null }[];
}

export type ModelVisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface ModelVisit {
  /** Number of the visit or of the appointment. */
  number: string;
  isAppointment: boolean;
  record: ModelRecord;
  state: ModelVisitState;
  isOnLeave: boolean;
  /** PV1-2 */
  patientClass: string;
  ward: string | null;
  priorWard: string | null;
  isAnswered: boolean;
  surveysSent: number;
  /** When its discharges happened: a pathway begins with one of them. */
  endedAt: readonly Date[];
  /** It has the diagnosis that the rules of the surveys leave out. */
  isLeftOut: boolean;
  /** Addresses that staff typed in order to ask about the visit. */
  typed: Set<string>;
  /** Numbers of the patient in the last message about the visit. */
  toldUnder: readonly ModelIdentifier[];
  /** Number of other visits that became one with this one; each may have been asked about before. */
  joinedSurveys: number;
  /** The visit that it became one with, under that visit's number. */
  joinedInto: ModelVisit | null;
}

export interface AcknowledgedMessage {
  controlId: string;
  event: string;
  /** Null: the message is about nobody. */
  record: number | null;
  visit: string | null;
  text: string;
  /** What the row of the message must contain after it was processed in its turn; null where it contains nothing. */
  state: 'processed' | 'ignored' | 'error';
  location: string | null;
  givenName: string | null;
  /** True when the message leads to a survey, which must have been planned. */
  asks: boolean;
}

export const createModelHospital = (sites: ModelHospital['sites'], facilities: readonly string[]): ModelHospital => ({
  sites,
  facilities: [...facilities],
  records: [],
  visits: new Map(),
  acknowledged: new Map(),
  optedOut: new Set(),
  bounced: new Set(),
  mothers: [],
  texts: [],
  links: [],
  watched: [],
  listed: new Map(),
  listensOnly: false,
  isStopped: false,
  surveyOn: true,
  surveyHasQuestions: true,
  surveyId: 0,
});

/** Returns the record that this one was merged into in the end. */
export function rootOf(record: ModelRecord): ModelRecord {
  return record.mergedInto === null ? record : rootOf(record.mergedInto);
}

/** Returns the visit that this one is part of in the end. */
export function wholeVisit(visit: ModelVisit): ModelVisit {
  return visit.joinedInto === null ? visit : wholeVisit(visit.joinedInto);
}

export const roots = ({ records }: ModelHospital): ModelRecord[] =>
  records.filter(({ mergedInto }) => mergedInto === null);

export const visitsOf = (hospital: ModelHospital, record: ModelRecord): ModelVisit[] =>
  [...hospital.visits.values()].filter((visit) => rootOf(visit.record) === rootOf(record));

/** Merges two records: from now on they are `survivor`. */
export function mergeRecords(survivor: ModelRecord, gone: ModelRecord): void {
  gone.mergedInto = survivor;
  if (gone.lastEventAt > survivor.lastEventAt) survivor.lastEventAt = gone.lastEventAt;
  survivor.identifiers.push(...gone.identifiers);
  survivor.isDead ||= gone.isDead;
  survivor.isProtected ||= gone.isProtected;
  survivor.phone ??= gone.phone;
  survivor.email ??= gone.email;
  survivor.doubts += gone.doubts;
  survivor.sent.push(...gone.sent.splice(0));
  survivor.answered.push(...gone.answered.splice(0));
}

/** What an A24 moved, for the A37 that takes it back. */
export interface ModelLink {
  survivor: ModelRecord;
  gone: ModelRecord;
  identifiers: readonly ModelIdentifier[];
  visits: readonly ModelVisit[];
  /** Visits, of any patient, that were known before the link. */
  known: ReadonlySet<ModelVisit>;
  before: Pick<ModelRecord, 'isDead' | 'isProtected' | 'phone' | 'email'>;
  /** What the record that is gone had got and answered. */
  had: Pick<ModelRecord, 'sent' | 'answered'>;
}

export function linkRecords(hospital: ModelHospital, survivor: ModelRecord, gone: ModelRecord): void {
  const { isDead, isProtected, phone, email } = survivor;
  hospital.links.push({
    survivor,
    gone,
    identifiers: [...gone.identifiers],
    visits: visitsOf(hospital, gone),
    known: new Set(hospital.visits.values()),
    before: { isDead, isProtected, phone, email },
    had: { sent: [...gone.sent], answered: [...gone.answered] },
  });
  mergeRecords(survivor, gone);
}

/** Returns to which of the two a visit belongs that was first sent after the link; null when its numbers do not say that. */
export function sideOf({ identifiers }: ModelLink, current: ModelRecord, visit: ModelVisit): 'gone' | 'current' | null {
  const isOfGone = (one: ModelIdentifier) => identifiers.some((other) => isSameNumber(one, other));
  if (!visit.toldUnder.some(isOfGone)) return 'current';
  // A visit has only the value of a number, which another authority may have given to the other person.
  const kept = new Set(current.identifiers.filter((one) => !isOfGone(one)).map(({ value }) => value));
  return visit.toldUnder.every((one) => isOfGone(one) && !kept.has(one.value)) ? 'gone' : null;
}

const isSameNumber = (one: ModelIdentifier, other: ModelIdentifier): boolean =>
  one.authority === other.authority && one.value === other.value;

/**
 * Makes two records of one again. Each has the messages and answers of before; those since stay with the record that remained. A death or
 * protection that has become known stays with both.
 */
export function unlinkRecords(hospital: ModelHospital, link: ModelLink): void {
  const { gone, identifiers, visits, known, before, had } = link;
  hospital.links = hospital.links.filter((one) => one !== link);
  const current = rootOf(gone);
  const since = visitsOf(hospital, current).filter((one) => !known.has(one));
  const moved = [...visits, ...since.filter((one) => sideOf(link, current, one) === 'gone')];
  gone.mergedInto = null;
  gone.lastEventAt = current.lastEventAt;
  current.identifiers = current.identifiers.filter((one) => !identifiers.some((other) => isSameNumber(one, other)));
  gone.identifiers = [...identifiers];
  gone.sent.push(...current.sent.filter((one) => had.sent.includes(one)));
  gone.answered.push(...current.answered.filter((one) => had.answered.includes(one)));
  current.sent = current.sent.filter((one) => !had.sent.includes(one));
  current.answered = current.answered.filter((one) => !had.answered.includes(one));
  moveListed(current, gone, identifiers);
  // Visits of records that were merged into this one earlier also return to it.
  for (const visit of moved) visit.record = gone;
  for (const visit of visitsOf(hospital, gone)) if (!moved.includes(visit)) visit.record = current;
  gone.isDead ||= current.isDead && !before.isDead;
  gone.isProtected ||= current.isProtected && !before.isProtected;
  if (before.phone === null && current.phone === gone.phone) current.phone = null;
  if (before.email === null && current.email === gone.email) current.email = null;
}

/** Returns whether a child of the person has died. */
export const isBereaved = ({ mothers }: ModelHospital, { identifiers }: ModelRecord): boolean =>
  identifiers.some((one) => mothers.some((other) => isSameNumber(one, other)));

/** Moves messages to a mailing list to the record that has the list's number now. */
export function moveListed(from: ModelRecord, to: ModelRecord, numbers: readonly ModelIdentifier[]): void {
  const goes = ({ listed }: SentMessage) => listed !== null && numbers.some(({ value }) => value === listed);
  to.sent.push(...from.sent.filter(goes));
  from.sent = from.sent.filter((one) => !goes(one));
}

/** Moves a visit to another person, with the messages and answers about it. */
export function moveVisit(visit: ModelVisit, to: ModelRecord): void {
  const from = rootOf(visit.record);
  visit.record = to;
  const isOfVisit = ({ visit: number }: { visit: string }) => number === visit.number;
  to.sent.push(...from.sent.filter(isOfVisit));
  to.answered.push(...from.answered.filter(isOfVisit));
  from.sent = from.sent.filter((one) => !isOfVisit(one));
  from.answered = from.answered.filter((one) => !isOfVisit(one));
}

/** Gives the same visit another number. */
export function renumberVisit(hospital: ModelHospital, visit: ModelVisit, number: string): void {
  hospital.visits.delete(visit.number);
  for (const { sent, answered } of hospital.records)
    for (const one of [...sent, ...answered]) if (one.visit === visit.number) one.visit = number;
  visit.number = number;
  hospital.visits.set(number, visit);
}

/** A42: makes one visit of two, under this number. It has the state and place of the one that is kept. */
export function joinVisits(hospital: ModelHospital, kept: ModelVisit, gone: ModelVisit, number: string): void {
  hospital.visits.delete(gone.number);
  gone.joinedInto = kept;
  const [from, to] = [gone.number, kept.number];
  for (const { sent, answered } of hospital.records)
    for (const one of [...sent, ...answered]) if (one.visit === from) one.visit = to;
  kept.isAnswered ||= gone.isAnswered;
  for (const address of gone.typed) kept.typed.add(address);
  kept.surveysSent += gone.surveysSent;
  kept.endedAt = [...kept.endedAt, ...gone.endedAt];
  kept.joinedSurveys += gone.joinedSurveys + 1;
  kept.isLeftOut ||= gone.isLeftOut;
  renumberVisit(hospital, kept, number);
}

const MAX_WATCHED = 4;

/** Records that something rare has happened to this person. */
export function watch(hospital: ModelHospital, record: ModelRecord): void {
  hospital.watched = [...hospital.watched.filter((one) => one !== record), record].slice(-MAX_WATCHED);
}

/** Removes a message that did not arrive according to its receipt: it has asked nobody. */
export function forgetSent(hospital: ModelHospital, delivery: number): void {
  for (const record of hospital.records) {
    const gone = record.sent.find((one) => one.delivery === delivery);
    if (!gone) continue;
    record.sent = record.sent.filter((one) => one !== gone);
    const visit = hospital.visits.get(gone.visit);
    if (visit && gone.asks && !gone.step) visit.surveysSent -= 1;
  }
}
