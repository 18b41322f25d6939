import type { Stay } from './adt-message.ts';
import type { Random } from './demo-people.ts';
import { BUSIEST_SHARE, hourlyShare, isNight, stayHours } from './hospital-hours.ts';
import type { HospitalWards } from './hospital-wards.ts';

/** With the lengths of stay and arrivals of the sample hospital, about forty patients are in it. */
const ALREADY_IN_HOUSE = 34;

const HOUR = 3_600_000;

type Happening = (at: Date) => Uint8Array | null;

/** What is planned, in the order of time. */
interface Agenda {
  plan(at: Date, hours: number, happening: Happening): void;
  /** Plans an event in the middle of a stay, if the stay lasts that long. */
  planDuring(stay: Stay, at: Date, hours: number, happening: Happening): void;
  next(): { at: number; happening: Happening } | undefined;
}

/**
 * Generates the events between two times, with their own times. Each stay is planned when it begins, and its events come
 * at their times.
 */
export function* pastEvents(
  wards: HospitalWards,
  random: Random,
  from: Date,
  until: Date,
): Generator<Uint8Array, void> {
  const agenda = createAgenda(wards);
  const stays = planStays(wards, agenda, random);
  for (let index = 0; index < ALREADY_IN_HOUSE; index += 1) {
    const before = wards.between(1, 48);
    agenda.plan(from, -before, (at) => stays.beginEarlier(at, before));
  }
  planArrivals(wards, agenda, random, { from, casualty: true, begin: stays.begin });
  planArrivals(wards, agenda, random, { from, casualty: false, begin: stays.begin });
  for (let entry = agenda.next(); entry && entry.at < until.getTime(); entry = agenda.next()) {
    const at = new Date(entry.at);
    const message = entry.happening(at);
    if (message) yield message;
    if (message && wards.isNextBroken()) yield wards.reportBroken(at);
  }
}

function createAgenda({ inHouse }: HospitalWards): Agenda {
  const entries: { at: number; happening: Happening }[] = [];
  function plan(at: Date, hours: number, happening: Happening): void {
    const time = at.getTime() + hours * HOUR;
    const later = entries.findIndex((entry) => entry.at > time);
    entries.splice(later === -1 ? entries.length : later, 0, { at: time, happening });
  }
  return {
    plan,
    planDuring: (stay, at, hours, happening) =>
      plan(at, hours, (then) => (inHouse.includes(stay) ? happening(then) : null)),
    next: () => entries.shift(),
  };
}

interface Arrivals {
  from: Date;
  casualty: boolean;
  begin: (at: Date, casualty: boolean) => Uint8Array;
}

/** Draws arrivals at the rate of the busiest hour; in quieter hours only a share of the draws becomes an arrival. */
function planArrivals(wards: HospitalWards, agenda: Agenda, random: Random, arrivals: Arrivals): void {
  const { from, casualty, begin } = arrivals;
  const { perDay } = wards.hospital;
  const perHour = ((casualty ? perDay.emergencies : perDay.admissions) / 24) * BUSIEST_SHARE;
  agenda.plan(from, -Math.log(1 - random()) / perHour, (at) => {
    planArrivals(wards, agenda, random, { ...arrivals, from: at });
    const isPutOff = !casualty && wards.inHouse.length >= wards.hospital.census.max;
    return wards.chance(hourlyShare(casualty, at) / BUSIEST_SHARE) && !isPutOff ? begin(at, casualty) : null;
  });
}

/** Returns what begins a stay and plans its events until its end. */
function planStays(wards: HospitalWards, agenda: Agenda, random: Random) {
  const { between, chance, report } = wards;

  function planCasualty(stay: Stay, at: Date): void {
    const hours = between(1, 6);
    if (!chance(0.25)) return planEnd(stay, at, hours);
    agenda.planDuring(stay, at, hours, (then) => {
      wards.admitCasualty(stay);
      planStay(stay, then, stayHours(random));
      return report('A01', then, stay);
    });
  }
  function planStay(stay: Stay, at: Date, hours: number): void {
    const during = (share: number, happening: Happening): void => {
      if (chance(share)) agenda.planDuring(stay, at, between(0.1, 0.9) * hours, happening);
    };
    during(0.4, (then) => {
      wards.transfer(stay);
      if (chance(0.2))
        agenda.planDuring(stay, then, 0.4, (later) => (wards.cancelTransfer(stay), report('A12', later, stay)));
      return report('A02', then, stay);
    });
    during(0.5, (then) => (wards.changePhone(stay), report('A08', then, stay)));
    during(0.1, (then) => report('A31', then, stay));
    during(0.06, (then) => report('A40', then, stay, `T${stay.patient.number}`));
    planEnd(stay, at, hours);
  }
  function planEnd(stay: Stay, at: Date, hours: number): void {
    agenda.planDuring(stay, at, hours, (then) => {
      // Nobody is discharged from a ward at night.
      if (!stay.casualty && isNight(then)) return (planEnd(stay, then, between(5, 14)), null);
      wards.leave(stay);
      if (!stay.patient.deceased && chance(0.04)) planReturn(stay, then);
      return report('A03', then, stay);
    });
  }
  function planReturn(stay: Stay, at: Date): void {
    agenda.plan(at, 0.3, (later) => {
      if (!wards.left.includes(stay)) return null;
      wards.comeBack(stay);
      planEnd(stay, later, between(2, 20));
      return report('A13', later, stay);
    });
  }

  return {
    begin(at: Date, casualty: boolean): Uint8Array {
      const stay = wards.arrive(at, casualty);
      if (casualty) planCasualty(stay, at);
      else planStay(stay, at, stayHours(random));
      if (chance(0.02))
        agenda.planDuring(
          stay,
          at,
          between(0.2, 0.7),
          (then) => (wards.cancelArrival(stay), report('A11', then, stay)),
        );
      return report(casualty ? 'A04' : 'A01', at, stay);
    },
    /** Begins a planned stay that lasts the given hours and one to sixty more. */
    beginEarlier(at: Date, hours: number): Uint8Array {
      const stay = wards.arrive(at, false);
      planStay(stay, at, hours + between(1, 60));
      return report('A01', at, stay);
    },
  };
}
