import type { Happening, HospitalWorld, WeightedHappening } from '../hospital-world.ts';
import { rootOf, roots, visitsOf, watch, type ModelRecord } from '../model-hospital.ts';
import { DEATHS } from './visit-happenings.ts';

/** Somebody has died, as one of several events says. */
export function die(
  { random }: HospitalWorld,
  dying: ModelRecord,
  event = random.pick(['A08', 'A28', 'A31', 'A61']),
): Happening {
  return {
    event,
    record: dying,
    content: { died: random.pick(DEATHS) },
    state: event === 'A61' ? 'ignored' : 'processed',
    change: () => void (rootOf(dying).isDead = true),
  };
}

/** Events about people, including those that leave it in doubt who is meant. */
export function personHappenings(world: HospitalWorld): WeightedHappening[] {
  const { hospital, random, number, newPhone, newEmail, newRecord, someNumbers } = world;
  const anybody = () => random.pick(roots(hospital));

  /** Preferably somebody who was discharged lately, for whom a survey is planned. */
  function someoneDue(): ModelRecord {
    const visit = random.chance(0.5) ? world.visitsIn('closed').slice(-4) : [];
    return visit.length > 0 ? rootOf(random.pick(visit).record) : anybody();
  }

  /** A28 for somebody new; sometimes for another registration of somebody known. */
  function register(): Happening {
    const record = newRecord(random.chance(0.4) ? anybody() : undefined);
    return {
      event: 'A28',
      record,
      tellsFacts: true,
      content: { identifiers: record.identifiers },
      change: () => void hospital.records.push(record),
    };
  }

  /** A28 for a child who has died, which names one of the mother's numbers. */
  function loseChild(): Happening {
    const mother = someoneDue();
    const [told] = someNumbers(mother);
    const child = newRecord();
    return {
      event: 'A28',
      record: child,
      tellsFacts: true,
      content: { identifiers: child.identifiers, died: random.pick(DEATHS), ...(told ? { mother: told } : {}) },
      change() {
        hospital.records.push(child);
        child.isDead = true;
        if (told) hospital.mothers.push(told);
        watch(hospital, mother);
      },
    };
  }

  function correctFacts(event: string): Happening {
    // A new phone number of somebody who said stop is where a fault could lose the stop.
    const silent = roots(hospital).filter(({ phone, sent }) => sent.length > 0 && hospital.optedOut.has(phone ?? ''));
    const isSilent = silent.length > 0 && random.chance(0.4);
    const record = isSilent ? random.pick(silent) : anybody();
    const phone = isSilent || random.chance(0.3) ? newPhone() : record.phone;
    const email = random.chance(0.1) ? newEmail() : record.email;
    return {
      event,
      record,
      content: { facts: { ...record, phone, email, givenName: number('N') } },
      change: () => (isSilent ? watch(hospital, record) : undefined),
    };
  }

  /** Sends a message whose clock is wrong by decades. */
  const sendFromTheFuture = (): Happening => ({ ...correctFacts('A08'), at: 'impossible' });

  /** Sends numbers of two persons in one message, so that nobody can be sure who is meant. */
  function mixUp(): Happening | null {
    const all = roots(hospital);
    const one = someoneDue();
    const [other] = random.shuffle(all.filter((record) => record !== one));
    if (!other || all.length < 4) return null;
    return {
      event: 'A08',
      record: one,
      others: [other],
      content: { identifiers: [...someNumbers(one), ...someNumbers(other)] },
      state: 'error',
      change() {
        rootOf(one).doubts += 1;
        rootOf(other).doubts += 1;
        watch(hospital, one);
      },
    };
  }

  /** Sends a known number with another birth date and family name, as if the number had been given to somebody else. */
  function giveOutAgain(): Happening | null {
    const record = someoneDue();
    if (record.isUnknown || record.born.length !== 8) return null;
    return {
      event: 'A08',
      record,
      tellsFacts: true,
      content: { familyName: number('OTHER'), born: '19010203' },
      state: 'error',
      change: () => void (rootOf(record).doubts += 1),
    };
  }

  function flag(): Happening {
    const record = someoneDue();
    const isProtected = random.chance(0.5);
    const value = random.chance(0.6);
    return {
      event: 'A31',
      record,
      content: isProtected ? { protection: value ? 'Y' : 'N' } : { unknown: value ? 'Y' : 'N' },
      change() {
        if (isProtected) rootOf(record).isProtected = value;
        else rootOf(record).isUnknown = value;
      },
    };
  }

  /** A29: the registration was a mistake, with all its stays and appointments. */
  function deletePerson(): Happening {
    const record = anybody();
    return {
      event: 'A29',
      record,
      change() {
        for (const visit of visitsOf(hospital, record))
          if (visit.state === 'open' || visit.state === 'expected') visit.state = 'cancelled';
      },
    };
  }

  const aboutNobody = (event: string): Happening => ({
    event,
    record: null,
    content: { identifiers: [] },
    state: 'ignored',
  });
  return [
    ...['A08', 'A28', 'A31'].map((event) => [2.5, () => correctFacts(event)] as const),
    [2, register],
    [1, sendFromTheFuture],
    ...['A08', 'A28', 'A31', 'A61'].map((event) => [0.25, () => die(world, anybody(), event)] as const),
    [0.5, loseChild],
    [1.5, mixUp],
    [0.5, giveOutAgain],
    [5, flag],
    [0.3, deletePerson],
    [0.2, () => ({ event: 'A60', record: anybody() })],
    // A20 says nothing about a patient and has no PID.
    [0.4, () => aboutNobody('A20')],
    ...IGNORED.map((event) => [0.05, () => ({ event, record: anybody(), state: 'ignored' as const })] as const),
  ];
}

/** Events that change nothing in Wardvoice; see docs/events.md. */
const IGNORED = ['A19', 'A51', 'A56', 'A57', 'A58', 'A59', 'A62'];
