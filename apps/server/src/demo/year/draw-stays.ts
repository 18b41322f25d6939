import type { DemoHospital } from '../demo-hospitals.ts';
import { inventPatient, PAST_PHONES, pastPhone, type DemoPatient } from '../demo-people.ts';
import { hourlyShare, isNight, stayHours } from '../hospital-hours.ts';
import { DAY_MS, drawFrom, HOUR_MS, MINUTE_MS, plus, type Draw } from './draw.ts';

export interface Person extends DemoPatient {
  /** The place in the list of people. */
  index: number;
  firstSeenAt: Date;
  lastSeenAt: Date;
  diedAt: Date | null;
}

/** What a message of the past reports of a stay. */
export interface StayEvent {
  /** Such as A01 or S12. */
  event: string;
  at: Date;
  ward: string;
  /** PV1-2 */
  patientClass: string;
  /** SCH-25 */
  filler?: string;
}

export type VisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface PastStay {
  person: Person;
  number: string;
  kind: 'inpatient' | 'emergency' | 'outpatient';
  state: VisitState;
  appointmentState: 'booked' | 'done' | 'cancelled' | 'not_attended' | null;
  ward: string;
  priorWard: string | null;
  room: string | null;
  service: string;
  expectedAt: Date | null;
  admittedAt: Date | null;
  endedAt: Date | null;
  died: boolean;
  events: StayEvent[];
}

export interface Span {
  from: Date;
  /** The feed itself reports what is later. */
  until: Date;
}

/** So few that a number is not given to somebody else before the pause between two surveys is over. */
const PHONE_SHARE = 0.52;
/** A patient is somebody who was here before this often. */
const RETURNING = 0.19;
/** A patient of the past is not known any more after this many others. */
const REMEMBERED = 4_000;
const LATEST_BOOKING_DAYS = 35;

/** Draws everybody who came in this time, with what happened to them, in the order of their arrival. */
export function drawStays(
  hospital: DemoHospital,
  random: () => number,
  span: Span,
): { people: Person[]; stays: PastStay[] } {
  const draw = drawFrom(random);
  const people = createPeople(hospital, draw);
  const stays: PastStay[] = [];
  for (const { at, how } of drawArrivals(hospital, draw, span)) {
    const begins = { at, number: `V${hospital.facility}${200_000 + stays.length}` };
    if (how === 'appointment') {
      const stay = drawAppointment(hospital, draw, people, { ...begins, now: span.until });
      if (stay.events.length > 0) stays.push(stay);
      continue;
    }
    const stay = drawStay(hospital, draw, people, { ...begins, isEmergency: how === 'emergency' });
    if (isReportedByFeed(hospital, stay, span)) people.forget(stay);
    else stays.push(endAt(stay, span.until));
  }
  return { people: people.all, stays };
}

/** The feed of the main hospital begins with its own patients in the beds. */
const isReportedByFeed = (hospital: DemoHospital, { endedAt }: PastStay, { until }: Span): boolean =>
  hospital.feedDays > 0 && endedAt !== null && endedAt > until;

/** Leaves out what has not happened yet. */
function endAt(stay: PastStay, until: Date): PastStay {
  if (!stay.endedAt || stay.endedAt <= until) return stay;
  const events = stay.events.filter(({ at }) => at <= until);
  const last = events.at(-1);
  if (stay.died) stay.person.diedAt = null;
  return { ...stay, state: 'open', endedAt: null, died: false, events, ward: last?.ward ?? stay.ward };
}

interface Arrival {
  at: Date;
  how: 'emergency' | 'admission' | 'appointment';
}

function drawArrivals({ perDay }: DemoHospital, draw: Draw, { from, until }: Span): Arrival[] {
  const arrivals: Arrival[] = [];
  // Appointments of the next weeks are booked already.
  const last = perDay.appointments > 0 ? plus(until, LATEST_BOOKING_DAYS * DAY_MS) : until;
  for (let day = startOfDay(from); day < last; day = plus(day, DAY_MS)) {
    const season = 1 + 0.12 * Math.cos((2 * Math.PI * (dayOfYear(day) - 20)) / 365);
    const isWeekend = day.getUTCDay() % 6 === 0;
    const several = (how: Arrival['how'], mean: number) => {
      for (let left = draw.count(mean); left > 0; left -= 1)
        arrivals.push({ how, at: plus(day, drawHour(draw, how) * HOUR_MS) });
    };
    several('emergency', perDay.emergencies * season);
    several('admission', perDay.admissions * (isWeekend ? 0.6 : 1.16));
    several('appointment', isWeekend ? 0 : perDay.appointments * (isHoliday(day) ? 0.1 : 1));
  }
  return arrivals.filter(({ at }) => at >= from && at < last).sort((a, b) => a.at.getTime() - b.at.getTime());
}

function drawHour(draw: Draw, how: Arrival['how']): number {
  // Appointments begin every twenty minutes.
  if (how === 'appointment') return 8 + Math.floor(draw.random() * 26) / 3;
  for (;;) {
    const hour = draw.random() * 24;
    const at = new Date(hour * HOUR_MS);
    if (draw.chance(hourlyShare(how === 'emergency', at) / 2.5)) return hour;
  }
}

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const dayOfYear = (day: Date): number => (day.getTime() - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
const isHoliday = (day: Date): boolean => day.getUTCMonth() === 11 && day.getUTCDate() >= 24;

interface People {
  all: Person[];
  /** Returns somebody who is not here now. */
  come(at: Date, share: number): Person;
  /** Takes back a stay that has just been drawn. */
  forget(stay: PastStay): void;
}

function createPeople(hospital: DemoHospital, draw: Draw): People {
  const all: Person[] = [];
  let phones = 0;
  return {
    all,
    come(at, share) {
      const known = draw.chance(share) ? all[all.length - 1 - Math.floor(draw.random() * REMEMBERED)] : undefined;
      if (known && known.diedAt === null && known.lastSeenAt < plus(at, -2 * DAY_MS)) return known;
      const invented = inventPatient(draw.random, {
        // So far from the numbers of the feed that nobody gets the number of somebody else.
        serial: 5_000_000 + all.length,
        year: at.getUTCFullYear(),
        hospital,
        phone: pastPhone(phones),
        phoneShare: PHONE_SHARE,
      });
      if (invented.phone) phones = (phones + 1) % PAST_PHONES;
      const person = {
        ...invented,
        deceased: false,
        index: all.length,
        firstSeenAt: at,
        lastSeenAt: at,
        diedAt: null,
      };
      all.push(person);
      return person;
    },
    forget({ person, admittedAt }) {
      person.diedAt = null;
      if (person.firstSeenAt === admittedAt) all.pop();
    },
  };
}

interface Begins {
  at: Date;
  number: string;
}

function drawStay(
  hospital: DemoHospital,
  draw: Draw,
  people: People,
  { at, isEmergency, number }: Begins & { isEmergency: boolean },
): PastStay {
  const person = people.come(at, RETURNING);
  const wards = hospital.wards.map(({ ward }) => ward);
  const emergency = hospital.emergency?.ward ?? '';
  const isAdmitted = !isEmergency || draw.chance(0.25);
  const events: StayEvent[] = [];
  const report = (event: string, when: Date, ward: string, patientClass: string) =>
    void events.push({ event, at: when, ward, patientClass });
  let ward = isEmergency ? emergency : draw.pick(wards);
  let priorWard: string | null = null;
  report(isEmergency ? 'A04' : 'A01', at, ward, isEmergency ? 'E' : 'I');
  const isCancelled = draw.chance(0.012);
  const from = isEmergency ? plus(at, draw.between(1, 5.5) * HOUR_MS) : at;
  if (isEmergency && isAdmitted && !isCancelled) {
    priorWard = ward;
    ward = draw.pick(wards);
    report('A01', from, ward, 'I');
  }
  let end = from;
  if (isAdmitted && !isCancelled) {
    end = plus(from, stayHours(draw.random) * HOUR_MS);
    // Nobody is discharged from a ward at night.
    while (isNight(end)) end = plus(end, draw.between(2, 6) * HOUR_MS);
    const during = () => new Date(draw.between(from.getTime() + 10 * MINUTE_MS, end.getTime() - 10 * MINUTE_MS));
    if (draw.chance(0.5)) report('A08', during(), ward, 'I');
    if (draw.chance(0.1)) report('A31', during(), ward, 'I');
    if (draw.chance(0.4)) {
      const moved = during();
      const left = ward;
      ward = draw.pick(wards.filter((other) => other !== left));
      priorWard = left;
      for (const event of events) if (event.at > moved) event.ward = ward;
      report('A02', moved, ward, 'I');
    }
  }
  const died = !isCancelled && isAdmitted && draw.chance(person.born < '19600101' ? 0.02 : 0.003);
  if (isCancelled) end = plus(at, draw.between(0.2, 0.9) * HOUR_MS);
  report(isCancelled ? 'A11' : 'A03', end, ward, isAdmitted ? 'I' : 'E');
  person.lastSeenAt = end;
  if (died) person.diedAt = end;
  return {
    person,
    number,
    kind: isAdmitted ? 'inpatient' : 'emergency',
    state: isCancelled ? 'cancelled' : 'closed',
    appointmentState: null,
    ward,
    priorWard,
    room: `${1 + Math.floor(draw.random() * 12)}`,
    service: draw.pick(hospital.services),
    expectedAt: null,
    admittedAt: at,
    endedAt: isCancelled ? null : end,
    died,
    events: events.sort((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

/** Draws an appointment that was booked at some time before, and what came of it. */
function drawAppointment(
  hospital: DemoHospital,
  draw: Draw,
  people: People,
  { at, now, number }: Begins & { now: Date },
): PastStay {
  const person = people.come(at, 0.45);
  const place = Math.floor(draw.random() * hospital.clinics.length);
  const ward = hospital.clinics[place]?.ward ?? '';
  const booked = plus(at, -draw.between(1, LATEST_BOOKING_DAYS) * DAY_MS);
  const events: StayEvent[] = [];
  const report = (event: string, when: Date, filler: string) =>
    void events.push({ event, at: when, ward, patientClass: 'O', filler });
  report('S12', booked, 'BOOKED');
  const outcome = draw.random();
  const arrived = plus(at, draw.between(-14, 8) * MINUTE_MS);
  const done = plus(at, draw.between(14, 55) * MINUTE_MS);
  const cancelled = new Date(draw.between(booked.getTime(), at.getTime()));
  const stay = {
    person,
    number,
    kind: 'outpatient' as const,
    ward,
    priorWard: null,
    room: null,
    service: hospital.services[place] ?? '',
    expectedAt: at,
    died: false,
    events: booked > now ? [] : events,
  };
  const nothing = { admittedAt: null, endedAt: null };
  if (outcome < 0.06 && cancelled <= now) {
    report('S15', cancelled, 'CANCELLED');
    return { ...stay, ...nothing, state: 'cancelled', appointmentState: 'cancelled' };
  }
  if (done > now) return { ...stay, ...nothing, state: 'expected', appointmentState: 'booked' };
  person.lastSeenAt = done;
  if (outcome < 0.13) {
    report('S26', done, 'NOSHOW');
    return { ...stay, ...nothing, state: 'not_attended', appointmentState: 'not_attended' };
  }
  report('S14', arrived, 'ARRIVED');
  report('S14', done, 'COMPLETE');
  return { ...stay, state: 'closed', appointmentState: 'done', admittedAt: arrived, endedAt: done };
}
