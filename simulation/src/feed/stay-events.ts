import { humanOf, rootOf, visitsOf, type FeedVisit } from './feed-model.ts';
import {
  free,
  isInHouse,
  pickOr,
  stays,
  type FeedWriter,
  type Happening,
  type WeightedHappening,
} from './feed-writer.ts';

/** Below `low` open stays nobody is discharged; above `high` nobody is admitted. */
const CENSUS = { low: 50, high: 90 };
const MINUTE = 60_000;
const DOCTOR = '77^Meadow^Ann';

/** Events of stays: A01 to A17, A21 to A23, A25 to A27, A32, A33, A38, A52 to A55. */
export function stayEvents(writer: FeedWriter): WeightedHappening[] {
  const { random, hospital } = writer;
  const open = (fits: (visit: FeedVisit) => boolean = () => true) => pickOr(random, stays(writer, 'open').filter(fits));
  const isFull = () => stays(writer, 'open').length > CENSUS.high;
  const isEmpty = () => stays(writer, 'open').length < CENSUS.low;
  const anyPerson = () => {
    const facility = random.chance(0.7) ? ('NORTH' as const) : ('SOUTH' as const);
    const known = free(writer).filter((person) => person.facility === facility);
    return known.length > 0 && random.chance(0.5) ? random.pick(known) : writer.newPerson(facility);
  };

  function come(event: 'A01' | 'A04'): string | null {
    if (isFull()) return null;
    const person = anyPerson();
    const expected = visitsOf(hospital, person).filter(
      ({ state, appointment }) => state === 'expected' && appointment === null,
    );
    const isExpected = expected.length > 0 && (person.facility === 'SOUTH' || random.chance(0.7));
    const visit = isExpected ? random.pick(expected) : writer.newVisit(person, { state: 'open', patientClass: 'I' });
    visit.state = 'open';
    visit.patientClass = event === 'A01' ? 'I' : random.pick(['E', 'O']);
    visit.place = event === 'A01' ? writer.freePlace() : { ward: random.pick(['ED', 'OPD']), room: '', bed: '' };
    visit.priorPlace = null;
    visit.isOnLeave = false;
    return writer.aboutVisit(event, visit, { place: visit.place });
  }

  function expect(event: 'A05' | 'A14'): string | null {
    const person = anyPerson();
    if (person.facility === 'SOUTH' && hasExpected(person)) return null;
    const visit = writer.newVisit(person, { state: 'expected', patientClass: 'P' });
    return writer.aboutVisit(event, visit, random.chance(0.5) ? { place: writer.freePlace() } : {});
  }
  const hasExpected = (person: FeedVisit['person']) =>
    visitsOf(hospital, person).some(({ state, appointment }) => state === 'expected' && appointment === null);

  /**
   * A patient with an open stay is expected again. The sender that does not number visits sends that under the same patient
   * number.
   */
  function expectAgain(): string | null {
    const stay = open(({ person }) => person.facility === 'SOUTH' && rootOf(person).linkedTo === null);
    if (!stay || hasExpected(stay.person)) return null;
    return writer.aboutVisit('A05', writer.newVisit(stay.person, { state: 'expected', patientClass: 'P' }));
  }

  function transfer(): string | null {
    const visit = open();
    if (!visit) return null;
    const priorPlace = visit.place;
    visit.priorPlace = priorPlace;
    visit.place = writer.freePlace();
    return writer.aboutVisit('A02', visit, { place: visit.place, ...(random.chance(0.3) ? { priorPlace } : {}) });
  }

  /** Sends a stay that begins with this event: the message before it was lost, or was sent before Wardvoice listened. */
  function comeUnseen(event: 'A02' | 'A06' | 'A07'): string | null {
    if (isFull()) return null;
    const person = anyPerson();
    if (person.facility === 'SOUTH' && hasExpected(person)) return null;
    const patientClass = event === 'A07' ? 'O' : 'I';
    const visit = writer.newVisit(person, { state: 'open', patientClass, place: writer.freePlace() });
    return writer.aboutVisit(event, visit, { place: visit.place });
  }

  function cancelTransfer(): string | null {
    const visit = open(({ priorPlace }) => priorPlace !== null && writer.isFree(priorPlace));
    if (!visit) return null;
    visit.place = visit.priorPlace;
    visit.priorPlace = null;
    return writer.aboutVisit('A12', visit, random.chance(0.5) ? { place: visit.place } : {});
  }

  function leaveHospital(): string | null {
    const visit = isEmpty() ? null : open();
    if (!visit) return null;
    end(visit, 'closed');
    const dies = random.chance(0.03);
    if (dies) die(visit);
    return writer.aboutVisit('A03', visit, { disposition: dies ? '20' : '1' });
  }

  const end = (visit: FeedVisit, state: FeedVisit['state']) => {
    visit.state = state;
    visit.isOnLeave = false;
    visit.priorPlace = null;
  };
  const die = ({ person }: FeedVisit) => {
    const root = rootOf(person);
    root.isDead = true;
    if (root.linkedTo) rootOf(root.linkedTo).isDead = true;
  };

  function comeBack(): string | null {
    const visit = pickOr(random, stays(writer, 'closed').slice(-20).filter(isLastOfPerson));
    if (!visit || isInHouse(writer, visit.person)) return null;
    visit.state = 'open';
    if (visit.place && writer.isFree(visit.place) && random.chance(0.5)) return writer.aboutVisit('A13', visit);
    visit.place = writer.freePlace();
    return writer.aboutVisit('A13', visit, { place: visit.place });
  }

  /**
   * Returns whether the stay is the person's last one, which is the one that a cancelled discharge without a visit number means.
   */
  function isLastOfPerson(visit: FeedVisit): boolean {
    const human = humanOf(visit.person);
    const others = stays(writer, 'closed').filter((other) => humanOf(other.person) === human && other !== visit);
    return visit.number !== null || others.every(({ lastAt, number }) => number !== null || lastAt < visit.lastAt);
  }

  function cancel(event: 'A11' | 'A23'): string | null {
    const states = event === 'A11' ? (['open'] as const) : (['open', 'closed', 'expected'] as const);
    const visit = pickOr(
      random,
      stays(writer, random.pick(states)).filter(({ state, number }) => state === 'open' || number !== null),
    );
    if (!visit || (visit.state === 'open' && isEmpty())) return null;
    end(visit, 'cancelled');
    return writer.aboutVisit(event, visit);
  }

  function admitAgain(): string | null {
    const visit = pickOr(
      random,
      stays(writer, 'cancelled')
        .slice(-20)
        .filter(({ number, person }) => number !== null && !isInHouse(writer, person) && !rootOf(person).isDead),
    );
    if (!visit || isFull()) return null;
    visit.state = 'open';
    visit.patientClass = 'I';
    visit.place = writer.freePlace();
    return writer.aboutVisit('A01', visit, { place: visit.place });
  }

  /** Changes the patient class, which ends no leave. */
  function changeClass(event: 'A06' | 'A07'): string | null {
    const visit = open(({ patientClass }) => (patientClass === 'I') === (event === 'A07'));
    if (!visit) return null;
    visit.patientClass = event === 'A06' ? 'I' : 'O';
    visit.priorPlace = null;
    if (event === 'A07' && random.chance(0.5)) return writer.aboutVisit(event, visit);
    visit.place = event === 'A06' ? writer.freePlace() : { ward: 'OPD', room: '', bed: '' };
    return writer.aboutVisit(event, visit, { place: visit.place });
  }

  /** Sends an event that repeats what is known. */
  const update =
    (event: string): Happening =>
    () => {
      const visit = open();
      if (!visit) return null;
      return writer.aboutVisit(
        event,
        visit,
        random.chance(0.6) ? { place: visit.place, doctor: DOCTOR } : { doctor: DOCTOR },
      );
    };

  function updateAfterDischarge(): string | null {
    const visit = pickOr(
      random,
      stays(writer, 'closed')
        .filter(({ number }) => number !== null)
        .slice(-30),
    );
    return visit && writer.aboutVisit('A08', visit, { place: visit.place });
  }

  const setLeave =
    (event: string, isOnLeave: boolean): Happening =>
    () => {
      const visit = open((one) => one.isOnLeave !== isOnLeave || random.chance(0.05));
      if (!visit) return null;
      visit.isOnLeave = isOnLeave;
      if (isOnLeave || random.chance(0.7)) return writer.aboutVisit(event, visit);
      visit.place = writer.freePlace();
      visit.priorPlace = null;
      return writer.aboutVisit(event, visit, { place: visit.place });
    };

  const cancelExpected =
    (event: 'A27' | 'A38'): Happening =>
    () => {
      const visit = pickOr(random, stays(writer, 'expected'));
      if (!visit) return null;
      end(visit, 'cancelled');
      return writer.aboutVisit(event, visit);
    };

  function swapBeds(): string | null {
    const [one, other] = random.shuffle(stays(writer, 'open'));
    if (!one?.place || !other?.place || humanOf(one.person) === humanOf(other.person)) return null;
    [one.place, other.place] = [other.place, one.place];
    const groups = [one, other].map((visit) => {
      const number = writer.numberFor(visit);
      visit.lastAt = writer.now();
      visit.priorPlace = null;
      if (visit === one) visit.toldUnder = number;
      const { patientClass, place, number: visitNumber } = visit;
      return {
        ...writer.groupOf(visit.person, visit === one ? number : visit.toldUnder),
        account: visit.account,
        parts: [{ visit: { patientClass, place, visitNumber } }],
      };
    });
    return writer.tell('A17', one.person.facility, groups);
  }

  /** Sends an admission again, with the present time. */
  function admitTwice(): string | null {
    const visit = open(({ patientClass }) => patientClass === 'I');
    if (!visit) return null;
    visit.isOnLeave = false;
    return writer.aboutVisit('A01', visit, { place: visit.place });
  }

  /** Sends the pre-admission of somebody who has already been admitted once more. */
  function expectTooLate(): string | null {
    const visit = open(({ number }) => number !== null);
    return visit && writer.aboutVisit('A05', visit, { patientClass: 'P', place: writer.freePlace() });
  }

  /** Sends an event that happened before the last known one, which must not change the present state. */
  function sendLate(): string | null {
    const among = [
      ...stays(writer, 'open'),
      ...stays(writer, 'closed')
        .slice(-20)
        .filter((visit) => isLastOfPerson(visit) && !isInHouse(writer, visit.person)),
    ];
    const visit = pickOr(
      random,
      among.filter(({ person, number }) => number !== null || !hasExpected(person)),
    );
    if (!visit) return null;
    const at = new Date(visit.movedAt.getTime() - random.int(1, 30) * MINUTE - 1_000);
    const isFirstOfPerson = visitsOf(hospital, visit.person).every(
      (other) => other === visit || other.number !== null || other.lastAt < at,
    );
    if (visit.number === null && (!isFirstOfPerson || rootOf(visit.person).linkedTo)) return null;
    const event = random.pick(visit.state === 'open' ? ['A08', 'A02'] : ['A08', 'A02', 'A01']);
    return writer.aboutVisit(event, visit, { at, place: writer.freePlace() });
  }

  return [
    [26, () => come('A01')],
    [8, () => come('A04')],
    [3, () => expect('A05')],
    [2, () => expect('A14')],
    [1, expectAgain],
    [14, transfer],
    [1, () => comeUnseen('A02')],
    [0.5, () => comeUnseen('A06')],
    [0.5, () => comeUnseen('A07')],
    [3, cancelTransfer],
    [30, leaveHospital],
    [4, comeBack],
    [2, () => cancel('A11')],
    [1, () => cancel('A23')],
    [1, admitAgain],
    [4, () => changeClass('A06')],
    [3, () => changeClass('A07')],
    [12, update('A08')],
    [1, updateAfterDischarge],
    ...['A09', 'A10', 'A15', 'A16', 'A25', 'A26', 'A32', 'A33', 'A54', 'A55'].map((event): WeightedHappening => [
      0.7,
      update(event),
    ]),
    [5, setLeave('A21', true)],
    [4, setLeave('A22', false)],
    [1, setLeave('A52', false)],
    [1, setLeave('A53', true)],
    [1, cancelExpected('A27')],
    [1, cancelExpected('A38')],
    [3, swapBeds],
    [2, admitTwice],
    [1, expectTooLate],
    [4, sendLate],
  ];
}
