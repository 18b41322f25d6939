import { isPlain, type Happening, type HospitalWorld, type WeightedHappening } from '../hospital-world.ts';
import {
  linkRecords,
  mergeRecords,
  moveListed,
  rootOf,
  sideOf,
  roots,
  unlinkRecords,
  visitsOf,
  type ModelLink,
  type ModelRecord,
} from '../model-hospital.ts';

type Pair = readonly [survivor: ModelRecord, gone: ModelRecord];

/** Merges, links, and other events that change to whom a number or a visit belongs. */
export function identityHappenings(world: HospitalWorld): WeightedHappening[] {
  const { hospital, random, newIdentifier, someNumbers } = world;

  /** Returns pairs of registrations of one human being. */
  function findPairs(): Pair[] {
    const all = roots(hospital);
    return random.shuffle(
      all.flatMap((one) =>
        all.filter((other) => other !== one && other.person === one.person).map((other): Pair => [one, other]),
      ),
    );
  }

  function merge(event: string): Happening | null {
    const [pair] = findPairs();
    if (!pair) return null;
    const [survivor, gone] = pair;
    return {
      event,
      record: survivor,
      others: [gone],
      tellsFacts: true,
      content: { prior: someNumbers(gone) },
      change: () => mergeRecords(survivor, gone),
    };
  }

  /** An A40 with a PID and an MRG for each of two pairs. */
  function mergeTwoPairs(): Happening | null {
    const [first, ...rest] = findPairs();
    const second = first && rest.find((pair) => !pair.some((one) => first.includes(one)));
    if (!second) return null;
    const [survivor, gone] = second;
    return {
      event: 'A40',
      record: first[0],
      others: [first[1], survivor, gone],
      tellsFacts: true,
      content: {
        prior: someNumbers(first[1]),
        others: [{ identifiers: someNumbers(survivor), born: survivor.born, prior: someNumbers(gone) }],
      },
      change() {
        mergeRecords(...first);
        mergeRecords(survivor, gone);
      },
    };
  }

  /** Gives a patient a new number, or says that a number which no message has named before is this patient's. */
  function changeNumber(event: string): Happening {
    const record = random.pick(roots(hospital));
    const [own] = record.identifiers;
    const fresh = newIdentifier(own?.authority ?? hospital.sites[0]);
    const isKnown = random.chance(0.5);
    const old = random.pick(record.identifiers);
    return {
      event,
      record,
      tellsFacts: isKnown,
      content: isKnown
        ? { identifiers: [fresh], prior: [old], ...(record.isUnknown ? { unknown: 'Y' } : {}) }
        : { identifiers: [old], prior: [fresh] },
      change: () => void record.identifiers.push(fresh),
    };
  }

  const told = ({ born, familyName, ...facts }: ModelRecord) => ({ born, familyName, facts });

  /** Links two records. They are often two people, and then the link is taken back. */
  function link(): Happening | null {
    const [one, other] = random.shuffle(roots(hospital).filter((record) => isPlain(hospital, record)));
    if (!one || !other) return null;
    return {
      event: 'A24',
      record: one,
      others: [other],
      content: { others: [{ identifiers: someNumbers(other), ...told(other) }] },
      change: () => linkRecords(hospital, one, other),
    };
  }

  /** Returns whether each visit since the link was sent with numbers of only one of the two. */
  const isClear = (one: ModelLink) =>
    visitsOf(hospital, one.survivor).every(
      (visit) => one.known.has(visit) || sideOf(one, rootOf(one.survivor), visit) !== null,
    );

  function unlink(): Happening | null {
    const found = hospital.links.filter((one) => rootOf(one.survivor).doubts === 0 && isClear(one));
    if (found.length === 0) return null;
    const taken = random.pick(found);
    const { gone, identifiers } = taken;
    const root = rootOf(gone);
    const isOfGone = (value: string, authority: string) =>
      identifiers.some((one) => one.value === value && one.authority === authority);
    const own = root.identifiers.filter(({ value, authority }) => !isOfGone(value, authority));
    return {
      event: 'A37',
      record: root,
      // The message contains the facts of each of the two, as a system has them that keeps them apart.
      content: { identifiers: own, facts: { ...root }, others: [{ identifiers, ...told(gone) }] },
      change: () => unlinkRecords(hospital, taken),
    };
  }

  /**
   * A43: a number has always been another person's. It is taken from a record without visits, so that it is clear whose they are.
   */
  function moveNumber(): Happening | null {
    const donors = roots(hospital).filter(
      (one) => one.identifiers.length > 1 && isPlain(hospital, one) && visitsOf(hospital, one).length === 0,
    );
    const takers = roots(hospital).filter((one) => isPlain(hospital, one));
    const [donor] = random.shuffle(donors);
    const [taker] = random.shuffle(takers.filter((one) => one !== donor));
    if (!donor || !taker) return null;
    const moved = random.pick(donor.identifiers);
    return {
      event: 'A43',
      record: taker,
      others: [donor],
      content: { prior: [moved] },
      change() {
        donor.identifiers = donor.identifiers.filter((one) => one !== moved);
        taker.identifiers.push(moved);
        moveListed(donor, taker, [moved]);
      },
    };
  }

  return [
    ...['A18', 'A30', 'A34', 'A36', 'A39', 'A40'].map((event) => [1.6, () => merge(event)] as const),
    [2, mergeTwoPairs],
    ...['A40', 'A46', 'A47', 'A48'].map((event) => [0.6, () => changeNumber(event)] as const),
    [1, link],
    [1.5, unlink],
    [1.5, moveNumber],
  ];
}
