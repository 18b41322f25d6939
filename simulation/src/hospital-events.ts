import {
  mergeRecords,
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
import { writeMessage, type MessageContent } from './write-message.ts';

/** A message that the hospital is about to send. */
export interface OutgoingMessage {
  controlId: string;
  event: string;
  text: string;
  /** Makes the model know what the message says; called when it is acknowledged. */
  acknowledge(): void;
}

export interface HospitalSender {
  /** Something that may happen in a hospital now. */
  next(now: Date): OutgoingMessage;
  /** Something that forbids writing to the owner of this visit, or to somebody at random where it is not known. */
  urgent(now: Date, visit: string | null): OutgoingMessage;
}

interface Happening {
  event: string;
  record: ModelRecord;
  visit?: ModelVisit | null;
  content?: Partial<MessageContent>;
  /** Names, phones and so on are in the message. */
  tellsFacts?: boolean;
  change?: () => void;
  state?: AcknowledgedMessage['state'];
  asks?: boolean;
}

const SECOND = 1_000;
const HOUR = 3_600_000;
const WARDS = ['ASH', 'BIRCH', 'CEDAR', 'ELM', 'FIR'];
const LANGUAGES = ['EN', 'FR', 'PL', 'AR'];
const DEATHS = ['Y', 'YES', '1', 'true', 'D'];
/** An event may be told so long after it happened. */
const MAX_LATE_MS = 2 * HOUR;

/** Sends what a hospital may send in its present state, so that what must come of it is known. */
export function createHospitalSender(hospital: ModelHospital, random: Random, begin: Date): HospitalSender {
  let count = 0;
  const number = (prefix: string) => `${prefix}${(count += 1)}`;
  const given = { NORTH: 0, SOUTH: 0, NATIONAL: 0 };
  /** Each authority counts for itself, so that the same number is somebody else's at another. */
  const newIdentifier = (authority: Authority): ModelIdentifier => ({
    authority,
    value: String((given[authority] += 1)),
  });
  const newPhone = () => `+3538512${String(10_000 + (count += 1))}`;
  const newEmail = () => `p${(count += 1)}@example.org`;

  function newRecord(like?: ModelRecord): ModelRecord {
    const id = hospital.records.length + 1;
    const authority = random.pick(['NORTH', 'SOUTH'] as const);
    const identifiers: ModelIdentifier[] = [newIdentifier(authority)];
    if (!like && random.chance(0.6)) identifiers.push(newIdentifier('NATIONAL'));
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
      asked: [],
    };
  }

  function newBirthDate(): string {
    const day = `${String(random.int(1, 12)).padStart(2, '0')}${String(random.int(1, 28)).padStart(2, '0')}`;
    if (random.chance(0.12)) return `${random.int(2012, 2022)}${day}`;
    if (random.chance(0.05)) return String(random.int(2009, 2013));
    return `${random.int(1930, 2000)}${random.chance(0.05) ? '' : day}`;
  }

  function newVisit(record: ModelRecord, isAppointment = false): ModelVisit {
    return {
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
    };
  }

  const living = () => roots(hospital).filter(({ isDead }) => !isDead || random.chance(0.05));
  const visitsIn = (state: ModelVisit['state'], isAppointment = false) =>
    [...hospital.visits.values()].filter((visit) => visit.state === state && visit.isAppointment === isAppointment);
  const free = () => living().filter((record) => !visitsOf(hospital, record).some(({ state }) => state === 'open'));

  /** All the numbers of the record, or some of them. */
  function someNumbers(record: ModelRecord): ModelIdentifier[] {
    const { identifiers } = record;
    if (random.chance(0.5)) return identifiers;
    return random.shuffle(identifiers).slice(0, random.int(1, identifiers.length));
  }

  function write(now: Date, happening: Happening): OutgoingMessage {
    const { event, visit = null, content = {}, tellsFacts = false } = happening;
    const record = rootOf(happening.record);
    const late = new Date(now.getTime() - random.int(0, MAX_LATE_MS / SECOND) * SECOND);
    const earliest = new Date(record.lastEventAt.getTime() + SECOND);
    const at = new Date(Math.min(now.getTime(), Math.max(late.getTime(), earliest.getTime())));
    const controlId = number('C');
    const identifiers = content.identifiers ?? someNumbers(record);
    const { familyName, born } = record;
    const facts = tellsFacts ? { facts: { ...record, givenName: number('N') } } : {};
    const message = { controlId, event, at, identifiers, familyName, born, ...facts, ...content };
    const text = writeMessage(random, message);
    return {
      controlId,
      event,
      text,
      acknowledge() {
        record.lastEventAt = at;
        const state = happening.state ?? 'processed';
        if (state !== 'error' && message.facts) Object.assign(record, pickFacts(message.facts));
        happening.change?.();
        const root = rootOf(record);
        hospital.acknowledged.set(controlId, {
          controlId,
          event,
          record: record.id,
          visit: visit?.number ?? null,
          text,
          state,
          location: state === 'processed' ? (visit?.ward ?? null) : null,
          givenName: state === 'processed' ? root.givenName : null,
          asks: happening.asks ?? false,
        });
      },
    };
  }

  function ofVisit(
    event: string,
    visit: ModelVisit,
    {
      visit: facts = {},
      ...more
    }: Omit<Happening, 'event' | 'record' | 'visit'> & {
      visit?: Partial<NonNullable<MessageContent['visit']>>;
    },
  ): Happening {
    return {
      event,
      record: visit.record,
      visit,
      ...more,
      content: { visit: { number: visit.number, patientClass: visit.patientClass, ...facts }, ...more.content },
    };
  }

  const to = (visit: ModelVisit, state: ModelVisit['state']) => () => {
    visit.state = state;
    visit.isOnLeave = false;
  };

  function admit(event: 'A01' | 'A04'): Happening | null {
    const known = free();
    const isFirst = hospital.records.length === 0;
    const isNew = known.length === 0 || random.chance(0.3);
    // A second registration of somebody known: to be merged later.
    const twin = isNew && known.length > 0 && random.chance(0.25) ? random.pick(known) : undefined;
    const record = isNew ? newRecord(twin) : random.pick(known);
    if (isFirst) record.identifiers = (['NORTH', 'SOUTH', 'NATIONAL'] as const).map(newIdentifier);
    const visit = newVisit(record);
    const ward = random.pick(WARDS);
    visit.patientClass = event === 'A01' ? 'I' : 'E';
    return ofVisit(event, visit, {
      tellsFacts: true,
      visit: { ward },
      ...(isNew ? { content: { identifiers: record.identifiers, isIntroduction: isFirst } } : {}),
      change() {
        if (isNew) hospital.records.push(record);
        visit.ward = ward;
        hospital.visits.set(visit.number, visit);
      },
    });
  }

  function discharge(): Happening | null {
    const open = visitsIn('open');
    if (open.length === 0) return null;
    const visit = random.pick(open);
    const dies = random.chance(0.04);
    const disposition = dies ? random.pick(['20', 'DIED', '41']) : '1';
    return ofVisit('A03', visit, {
      visit: { disposition },
      asks: true,
      change() {
        to(visit, 'closed')();
        if (dies) rootOf(visit.record).isDead = true;
      },
    });
  }

  function onVisit(event: string, from: ModelVisit['state'], change: (visit: ModelVisit) => void): Happening | null {
    const found = visitsIn(from);
    if (found.length === 0) return null;
    const visit = random.pick(found);
    return ofVisit(event, visit, { change: () => change(visit) });
  }

  function transfer(): Happening | null {
    const open = visitsIn('open');
    if (open.length === 0) return null;
    const visit = random.pick(open);
    const ward = random.pick(WARDS);
    return ofVisit('A02', visit, {
      visit: { ward },
      change() {
        visit.priorWard = visit.ward;
        visit.ward = ward;
      },
    });
  }

  /** Who is given another class is there: it ends a leave. */
  function changeClass(event: 'A06' | 'A07', patientClass: string): Happening | null {
    const open = visitsIn('open');
    if (open.length === 0) return null;
    const visit = random.pick(open);
    return ofVisit(event, visit, {
      visit: { patientClass },
      change() {
        visit.patientClass = patientClass;
        visit.isOnLeave = false;
      },
    });
  }

  function takeBackDischarge(): Happening | null {
    const closed = visitsIn('closed').filter(
      ({ record }) => !visitsOf(hospital, record).some(({ state }) => state === 'open'),
    );
    if (closed.length === 0) return null;
    // The latest is the likeliest: its survey has not left yet.
    const visit = random.chance(0.6) ? (closed.at(-1) ?? random.pick(closed)) : random.pick(closed);
    return ofVisit('A13', visit, { change: to(visit, 'open') });
  }

  function cancelTransfer(): Happening | null {
    const moved = visitsIn('open').filter(({ priorWard }) => priorWard !== null);
    if (moved.length === 0) return null;
    const visit = random.pick(moved);
    return ofVisit('A12', visit, {
      change() {
        visit.ward = visit.priorWard;
        visit.priorWard = null;
      },
    });
  }

  function aboutPerson(event: string, more: Omit<Happening, 'event' | 'record'> & { record?: ModelRecord }): Happening {
    return { event, record: more.record ?? random.pick(roots(hospital)), ...more };
  }

  function die(record?: ModelRecord): Happening {
    const dying = record ?? random.pick(roots(hospital));
    const event = random.pick(['A08', 'A28', 'A31', 'A61']);
    return aboutPerson(event, {
      record: dying,
      content: { died: random.pick(DEATHS) },
      state: event === 'A61' ? 'ignored' : 'processed',
      change: () => void (rootOf(dying).isDead = true),
    });
  }

  function correctFacts(): Happening {
    const record = random.pick(roots(hospital));
    const phone = random.chance(0.3) ? newPhone() : record.phone;
    const email = random.chance(0.1) ? newEmail() : record.email;
    const givenName = number('N');
    return aboutPerson(random.pick(['A08', 'A28', 'A31']), {
      record,
      content: { facts: { ...record, phone, email, givenName } },
    });
  }

  function merge(): Happening | null {
    const all = roots(hospital);
    const pairs = all.flatMap((one) =>
      all.filter((other) => other !== one && other.person === one.person).map((other) => [one, other] as const),
    );
    if (pairs.length === 0) return null;
    const [survivor, gone] = random.pick(pairs);
    return {
      event: random.pick(['A40', 'A18', 'A34', 'A30']),
      record: survivor,
      tellsFacts: true,
      content: { prior: someNumbers(gone) },
      change: () => mergeRecords(survivor, gone),
    };
  }

  /** A new number for a patient, or a number that was never heard of and is this patient's from now on. */
  function changeNumber(): Happening {
    const record = random.pick(roots(hospital));
    const [own] = record.identifiers;
    const fresh = newIdentifier(own?.authority ?? 'NORTH');
    const isKnown = random.chance(0.5);
    const old = random.pick(record.identifiers);
    return {
      event: random.pick(['A47', 'A40']),
      record,
      tellsFacts: isKnown,
      content: isKnown
        ? { identifiers: [fresh], prior: [old], ...(record.isUnknown ? { unknown: 'Y' } : {}) }
        : { identifiers: [old], prior: [fresh] },
      change: () => void record.identifiers.push(fresh),
    };
  }

  /** Numbers of two persons in one message: nobody can be sure who is meant. */
  function mixUp(): Happening | null {
    const all = roots(hospital);
    if (all.length < 4) return null;
    const [one, other] = random.shuffle(all);
    if (!one || !other) return null;
    return aboutPerson('A08', {
      record: one,
      content: { identifiers: [...someNumbers(one), ...someNumbers(other)] },
      state: 'error',
      change() {
        rootOf(one).doubts += 1;
        rootOf(other).doubts += 1;
      },
    });
  }

  function flag(): Happening {
    const record = random.pick(roots(hospital));
    const isProtected = random.chance(0.5);
    const value = random.chance(0.6);
    return aboutPerson('A31', {
      record,
      content: isProtected ? { protection: value ? 'Y' : 'N' } : { unknown: value ? 'Y' : 'N' },
      change() {
        if (isProtected) rootOf(record).isProtected = value;
        else rootOf(record).isUnknown = value;
      },
    });
  }

  function bookAppointment(now: Date): Happening | null {
    const record = random.pick(living());
    const visit = newVisit(record, true);
    return {
      event: 'S12',
      record,
      visit,
      content: { appointment: { number: visit.number, at: new Date(now.getTime() + random.int(1, 200) * HOUR) } },
      change: () => void hospital.visits.set(visit.number, visit),
    };
  }

  function endAppointment(event: 'S15' | 'S26', now: Date): Happening | null {
    const booked = visitsIn('expected', true);
    if (booked.length === 0) return null;
    const visit = random.pick(booked);
    return {
      event,
      record: visit.record,
      visit,
      content: { appointment: { number: visit.number, at: now } },
      change: to(visit, event === 'S15' ? 'cancelled' : 'not_attended'),
    };
  }

  function preAdmit(): Happening | null {
    const record = random.pick(living());
    const visit = newVisit(record);
    visit.state = 'expected';
    return ofVisit('A05', visit, { change: () => void hospital.visits.set(visit.number, visit) });
  }

  const happenings: readonly [weight: number, happen: (now: Date) => Happening | null][] = [
    [20, () => admit('A01')],
    [5, () => admit('A04')],
    [6, () => transfer()],
    [2, () => cancelTransfer()],
    [20, () => discharge()],
    [5, () => takeBackDischarge()],
    [2, () => onVisit('A11', 'open', (visit) => to(visit, 'cancelled')())],
    [1, () => onVisit('A23', 'closed', (visit) => to(visit, 'cancelled')())],
    [7, () => onVisit('A21', 'open', (visit) => void (visit.isOnLeave = true))],
    [3, () => onVisit('A22', 'open', (visit) => void (visit.isOnLeave = false))],
    [1, () => changeClass('A06', 'I')],
    [1, () => changeClass('A07', 'O')],
    [8, () => correctFacts()],
    [1, () => die()],
    [5, () => merge()],
    [2, () => changeNumber()],
    [2, () => mixUp()],
    [6, () => flag()],
    [3, (now) => bookAppointment(now)],
    [1, (now) => endAppointment('S15', now)],
    [1, (now) => endAppointment('S26', now)],
    [2, () => preAdmit()],
    [1, () => onVisit('A38', 'expected', (visit) => to(visit, 'cancelled')())],
  ];
  const total = happenings.reduce((sum, [weight]) => sum + weight, 0);

  function choose(now: Date): Happening {
    if (hospital.records.length < 5) return admit('A01') ?? choose(now);
    for (;;) {
      let rest = random.next() * total;
      const [, happen] = happenings.find(([weight]) => (rest -= weight) < 0) ?? [0, () => null];
      const happening = happen(now);
      if (happening) return happening;
    }
  }

  return {
    next: (now) => write(now, choose(now)),
    urgent(now, visitNumber) {
      const visit = visitNumber === null ? undefined : hospital.visits.get(visitNumber);
      if (!visit) return write(now, die());
      const canReturn = visit.state === 'closed' && random.chance(0.6);
      return write(now, canReturn ? ofVisit('A13', visit, { change: to(visit, 'open') }) : die(rootOf(visit.record)));
    },
  };
}

const pickFacts = ({ givenName, phone, email, language }: NonNullable<MessageContent['facts']>) => ({
  givenName,
  phone,
  email,
  language,
});
