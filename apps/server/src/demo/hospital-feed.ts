import { buildAdtMessage, buildBrokenMessage, type Stay } from './adt-message.ts';
import { EMERGENCY, inventPatient, pick, SERVICES, WARDS, type Random } from './demo-people.ts';
import { BUSIEST_SHARE, hourlyShare, isNight, stayHours } from './hospital-hours.ts';

/**
 * Average numbers; there are more by day than by night. With these lengths of stay about forty patients are in the
 * hospital.
 */
const CASUALTIES_PER_DAY = 24;
const ADMISSIONS_PER_DAY = 11;
const ALREADY_IN_HOUSE = 34;
const BROKEN = 0.03;

/** Live, the number of patients stays between these; planned admissions wait while the hospital is full. */
const CENSUS = { low: 36, high: 46 };
/**
 * Live, a patient is discharged at least every so many events, so that a visitor sees the whole process within a
 * minute.
 */
const EVENTS_WITHOUT_DISCHARGE = 8;
const LEFT_KEPT = 50;

const HOUR = 3_600_000;

export interface HospitalFeed {
  /** Returns the events between two times, in order and with their own times. */
  past(from: Date, until: Date): Generator<Uint8Array, void>;
  /**
   * Returns the next live event. Events come faster than in reality: the patient with the longest stay is discharged
   * first.
   */
  next(at: Date): Uint8Array;
  /** Adds patients with open stays from an earlier run. */
  adopt(stays: readonly Stay[]): void;
}

/**
 * Generates a feed with consistent visits: only admitted patients are discharged, and every patient is discharged in
 * the end.
 */
export function createHospitalFeed(random: Random, runId: string): HospitalFeed {
  const inHouse: Stay[] = [];
  const left: Stay[] = [];
  const agenda: { at: number; happen: (at: Date) => Uint8Array | null }[] = [];
  let serial = 0;
  let sent = 0;
  let withoutDischarge = EVENTS_WITHOUT_DISCHARGE;

  const chance = (share: number): boolean => random() < share;
  const between = (low: number, high: number): number => low + random() * (high - low);
  const some = (stays: readonly Stay[]): Stay | undefined => (stays.length > 0 ? pick(random, stays) : undefined);
  const remove = (stays: Stay[], stay: Stay): void => void stays.splice(stays.indexOf(stay), 1);
  const tell = (event: string, at: Date, stay: Stay, merged?: string): Uint8Array =>
    buildAdtMessage({ event, at, controlId: `${runId}-${(sent += 1)}`, stay, ...(merged ? { merged } : {}) });
  const trouble = (at: Date): Uint8Array => buildBrokenMessage(at, `${runId}-B${(sent += 1)}`, random);

  function arrive(at: Date, casualty: boolean): Stay {
    serial += 1;
    const stay = {
      patient: inventPatient(random, (Number.parseInt(runId, 36) % 9_000) * 100 + serial, at.getUTCFullYear()),
      visitNumber: `V${runId}${serial}`,
      ward: casualty ? EMERGENCY : pick(random, WARDS),
      priorWard: null,
      room: `${1 + (serial % 12)}`,
      service: pick(random, SERVICES),
      casualty,
      admittedAt: at,
    };
    inHouse.push(stay);
    return stay;
  }
  function admitCasualty(stay: Stay): void {
    stay.casualty = false;
    stay.ward = pick(random, WARDS);
  }
  function transfer(stay: Stay): void {
    stay.priorWard = stay.ward;
    stay.ward = pick(
      random,
      WARDS.filter((ward) => ward !== stay.priorWard),
    );
  }
  function cancelLast(stay: Stay): void {
    stay.ward = stay.priorWard ?? stay.ward;
    stay.priorWard = null;
  }
  function leave(stay: Stay): void {
    remove(inHouse, stay);
    left.push(stay);
    if (left.length > LEFT_KEPT) left.shift();
  }
  function comeBack(stay: Stay): void {
    remove(left, stay);
    inHouse.push(stay);
  }
  function changePhone({ patient }: Stay): void {
    patient.phone = `07700 900${String(Math.floor(random() * 1000)).padStart(3, '0')}`;
  }

  // The past: each stay is planned when it begins, and its events come at their times.

  function plan(at: Date, hours: number, happen: (at: Date) => Uint8Array | null): void {
    const time = at.getTime() + hours * HOUR;
    const later = agenda.findIndex((entry) => entry.at > time);
    agenda.splice(later === -1 ? agenda.length : later, 0, { at: time, happen });
  }
  /** Plans an event in the middle of a stay, if the stay lasts that long. */
  function planDuring(stay: Stay, at: Date, hours: number, happen: (at: Date) => Uint8Array | null): void {
    plan(at, hours, (then) => (inHouse.includes(stay) ? happen(then) : null));
  }

  /** Draws arrivals at the rate of the busiest hour; in quieter hours only a share of the draws becomes an arrival. */
  function planArrivals(from: Date, casualty: boolean): void {
    const perHour = ((casualty ? CASUALTIES_PER_DAY : ADMISSIONS_PER_DAY) / 24) * BUSIEST_SHARE;
    plan(from, -Math.log(1 - random()) / perHour, (at) => {
      planArrivals(at, casualty);
      const isPutOff = !casualty && inHouse.length >= CENSUS.high;
      return chance(hourlyShare(casualty, at) / BUSIEST_SHARE) && !isPutOff ? begin(at, casualty) : null;
    });
  }
  function begin(at: Date, casualty: boolean): Uint8Array {
    const stay = arrive(at, casualty);
    if (casualty) planCasualty(stay, at);
    else planStay(stay, at, stayHours(random));
    if (chance(0.02))
      planDuring(stay, at, between(0.2, 0.7), (then) => (remove(inHouse, stay), tell('A11', then, stay)));
    return tell(casualty ? 'A04' : 'A01', at, stay);
  }
  function planCasualty(stay: Stay, at: Date): void {
    const hours = between(1, 6);
    if (!chance(0.25)) return planEnd(stay, at, hours);
    planDuring(stay, at, hours, (then) => {
      admitCasualty(stay);
      planStay(stay, then, stayHours(random));
      return tell('A01', then, stay);
    });
  }
  function planStay(stay: Stay, at: Date, hours: number): void {
    const during = (share: number, happen: (at: Date) => Uint8Array | null): void => {
      if (chance(share)) planDuring(stay, at, between(0.1, 0.9) * hours, happen);
    };
    during(0.4, (then) => {
      transfer(stay);
      if (chance(0.2)) planDuring(stay, then, 0.4, (later) => (cancelLast(stay), tell('A12', later, stay)));
      return tell('A02', then, stay);
    });
    during(0.5, (then) => (changePhone(stay), tell('A08', then, stay)));
    during(0.1, (then) => tell('A31', then, stay));
    during(0.06, (then) => tell('A40', then, stay, `T${stay.patient.number}`));
    planEnd(stay, at, hours);
  }
  function planEnd(stay: Stay, at: Date, hours: number): void {
    planDuring(stay, at, hours, (then) => {
      // Nobody is discharged from a ward at night.
      if (!stay.casualty && isNight(then)) return (planEnd(stay, then, between(5, 14)), null);
      leave(stay);
      if (!stay.patient.deceased && chance(0.04)) {
        plan(then, 0.3, (later) => {
          if (!left.includes(stay)) return null;
          comeBack(stay);
          planEnd(stay, later, between(2, 20));
          return tell('A13', later, stay);
        });
      }
      return tell('A03', then, stay);
    });
  }

  function* past(from: Date, until: Date): Generator<Uint8Array, void> {
    for (let index = 0; index < ALREADY_IN_HOUSE; index += 1) {
      const before = between(1, 48);
      plan(from, -before, (at) => {
        const stay = arrive(at, false);
        planStay(stay, at, before + between(1, 60));
        return tell('A01', at, stay);
      });
    }
    planArrivals(from, true);
    planArrivals(from, false);
    for (let entry = agenda.shift(); entry && entry.at < until.getTime(); entry = agenda.shift()) {
      const at = new Date(entry.at);
      const message = entry.happen(at);
      if (message) yield message;
      if (message && chance(BROKEN)) yield trouble(at);
    }
  }

  // Live: the next event is drawn at random.

  /** Returns one of the patients with the longest stays. */
  function longest(casualty: boolean): Stay | undefined {
    const those = inHouse.filter((stay) => stay.casualty === casualty);
    return some(those.toSorted((a, b) => a.admittedAt.getTime() - b.admittedAt.getTime()).slice(0, 4));
  }
  const comes = (at: Date): Uint8Array => {
    const casualty = chance(0.6);
    return tell(casualty ? 'A04' : 'A01', at, arrive(at, casualty));
  };
  const goes = (at: Date): Uint8Array | null => {
    const stay = longest(chance(0.35)) ?? longest(false);
    if (!stay) return null;
    withoutDischarge = 0;
    leave(stay);
    return tell('A03', at, stay);
  };
  const told = (event: string, at: Date, stay: Stay | undefined, change: (stay: Stay) => void): Uint8Array | null =>
    stay ? (change(stay), tell(event, at, stay)) : null;
  const nothing = (): void => undefined;

  function throwEvent(at: Date): Uint8Array | null {
    const dice = random();
    if (dice < 0.27) return comes(at);
    if (dice < 0.5) return goes(at);
    if (dice < 0.56) return told('A01', at, longest(true), admitCasualty);
    if (dice < 0.7) return told('A02', at, longest(false), transfer);
    if (dice < 0.86) return told('A08', at, some(inHouse), changePhone);
    if (dice < 0.9) return told('A31', at, some(left.length > 0 ? left : inHouse), nothing);
    if (dice < 0.92) return told('A11', at, inHouse.at(-1), (stay) => remove(inHouse, stay));
    if (dice < 0.95) return told('A12', at, some(inHouse.filter(({ priorWard }) => priorWard !== null)), cancelLast);
    if (dice < 0.98)
      return told(
        'A13',
        at,
        left.findLast(({ patient }) => !patient.deceased),
        comeBack,
      );
    const stay = some(inHouse);
    return stay ? tell('A40', at, stay, `T${stay.patient.number}`) : null;
  }

  return {
    past,
    next(at) {
      if (chance(BROKEN)) return trouble(at);
      withoutDischarge += 1;
      const empties = inHouse.length > CENSUS.high || withoutDischarge > EVENTS_WITHOUT_DISCHARGE;
      const event = inHouse.length < CENSUS.low ? comes(at) : empties ? goes(at) : throwEvent(at);
      return event ?? comes(at);
    },
    adopt: (stays) => void inHouse.push(...stays),
  };
}
