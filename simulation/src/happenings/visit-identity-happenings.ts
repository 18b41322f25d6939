import { isLinked, isPlain, type Happening, type HospitalWorld, type WeightedHappening } from '../hospital-world.ts';
import { joinVisits, moveVisit, renumberVisit, rootOf, roots, visitsOf, watch } from '../model-hospital.ts';

/** Events that change to whom a visit belongs, or its number. */
export function visitIdentityHappenings(world: HospitalWorld): WeightedHappening[] {
  const { hospital, random, someNumbers, visitsIn } = world;

  function giveVisitTo(event: string): Happening | null {
    const found = [...visitsIn('open'), ...visitsIn('closed')].filter(({ record }) =>
      isPlain(hospital, rootOf(record)),
    );
    const [visit] = random.shuffle(found);
    const takers = roots(hospital).filter((one) => isPlain(hospital, one) && visit && rootOf(visit.record) !== one);
    const [taker] = random.shuffle(takers);
    if (!visit || !taker) return null;
    const donor = rootOf(visit.record);
    return {
      event,
      record: taker,
      others: [donor],
      content: {
        prior: someNumbers(donor),
        priorVisit: visit.number,
        visit: { number: visit.number, patientClass: visit.patientClass },
      },
      change: () => moveVisit(visit, taker),
    };
  }

  /** Gives a visit another number. */
  function renameVisit(event: string): Happening | null {
    const [visit] = random.shuffle(visitsIn('open').filter(({ record }) => !isLinked(hospital, rootOf(record))));
    if (!visit) return null;
    const fresh = world.number('V');
    return {
      event,
      record: visit.record,
      visit,
      content: {
        prior: someNumbers(rootOf(visit.record)),
        priorVisit: visit.number,
        visit: { number: fresh, patientClass: visit.patientClass },
      },
      change: () => renumberVisit(hospital, visit, fresh),
    };
  }

  /** Changes an account number. Wardvoice keeps no accounts, so nothing changes. */
  function changeAccount(event: string): Happening | null {
    const [visit] = random.shuffle(visitsIn('open').filter(({ record }) => !isLinked(hospital, rootOf(record))));
    if (!visit) return null;
    const { number, patientClass } = visit;
    const prior = someNumbers(rootOf(visit.record));
    return { event, record: visit.record, content: { prior, visit: { number, patientClass } } };
  }

  /** A42: two stays of one patient become one, under the number of PV1. The patient is admitted when one of the two was open. */
  function joinTwoVisits(): Happening | null {
    const stays = [...visitsIn('open'), ...visitsIn('closed')].filter(
      ({ record }) => !isLinked(hospital, rootOf(record)),
    );
    const pairs = stays.flatMap((from) =>
      visitsOf(hospital, from.record)
        .filter((to) => to !== from && stays.includes(to))
        .map((to) => ({ from, to })),
    );
    // Pairs with messages or texts about either visit are preferred, because these move to the other visit.
    const spoken = pairs.filter(({ from, to }) =>
      rootOf(from.record).sent.some(({ visit }) => visit === from.number || visit === to.number),
    );
    const pair = world.anyOf(spoken.length > 0 && random.chance(0.6) ? spoken : pairs, ({ to }) => to.record);
    if (!pair) return null;
    const { from, to } = pair;
    const [kept, gone] = from.state === 'open' && to.state !== 'open' ? [from, to] : [to, from];
    const { number, patientClass } = to;
    return {
      event: 'A42',
      record: to.record,
      visit: kept,
      // The message belongs to the ward of the visit in MRG-5 as it was.
      ward: from.ward,
      content: {
        prior: someNumbers(rootOf(to.record)),
        priorVisit: from.number,
        visit: { number, patientClass },
      },
      change() {
        joinVisits(hospital, kept, gone, number);
        watch(hospital, rootOf(kept.record));
      },
    };
  }

  return [
    ...['A35', 'A41', 'A49'].map((event) => [0.1, () => changeAccount(event)] as const),
    ...['A44', 'A45'].map((event) => [0.8, () => giveVisitTo(event)] as const),
    [0.6, () => renameVisit('A50')],
    [0.2, () => renameVisit('A42')],
    [1, joinTwoVisits],
  ];
}
