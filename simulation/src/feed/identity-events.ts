import { isSameNumber, registered, rootOf, visitsOf, type FeedPerson } from './feed-model.ts';
import { pickOr, stays, type FeedWriter, type Happening, type WeightedHappening } from './feed-writer.ts';

const MERGES = ['A18', 'A30', 'A34', 'A36', 'A39', 'A40'];
const NEW_NUMBERS = ['A46', 'A47', 'A48'];
const OF_THE_PERSON = ['A28', 'A31', 'A60'];
const WITHOUT_EFFECT = ['A19', 'A51', 'A56', 'A57', 'A58', 'A59', 'A61', 'A62'];
/** Other message types with a PID. They are stored and change nothing, except for a death. */
const OTHER_TYPES = [
  ['ORU', 'R01'],
  ['ORM', 'O01'],
  ['MDM', 'T02'],
  ['DFT', 'P03'],
  ['BAR', 'P01'],
] as const;

/** Events of registrations and their numbers: A18 to A20, A24, A28 to A31, A34 to A37, A39 to A51, A56 to A62. */
export function identityEvents(writer: FeedWriter): WeightedHappening[] {
  const { random, hospital } = writer;
  const persons = (fits: (person: FeedPerson) => boolean = () => true) => registered(hospital).filter(fits);
  const alone = ({ linkedTo }: FeedPerson) => linkedTo === null;
  const anybody = () => pickOr(random, persons());
  const pending = (person: FeedPerson) =>
    visitsOf(hospital, person).filter(
      ({ state, appointment }) => appointment === null && (state === 'open' || state === 'expected'),
    );

  /** Registers somebody a second time, to be merged later. */
  function registerTwice(): string | null {
    const like = pickOr(
      random,
      persons(({ isDead }) => !isDead),
    );
    if (!like) return null;
    const second = writer.newPerson(random.pick(['NORTH', 'SOUTH']), like);
    return writer.aboutPerson('A28', second);
  }

  const isSamePerson = (one: FeedPerson, other: FeedPerson) =>
    one !== other && one.familyName === other.familyName && one.born === other.born;

  /** Finds two registrations of one human being. */
  function findPair(fits: (one: FeedPerson, other: FeedPerson) => boolean): readonly [FeedPerson, FeedPerson] | null {
    for (const one of random.shuffle(persons(alone))) {
      const other = persons(alone).find((found) => isSamePerson(one, found) && fits(one, found));
      if (other) return [one, other];
    }
    return null;
  }

  function merge(): string | null {
    const pair = findPair(
      (one, other) =>
        one.facility === other.facility &&
        (one.facility === 'NORTH' || pending(one).length + pending(other).length <= 1),
    );
    if (!pair) return null;
    const [survivor, gone] = pair;
    const prior = { numbers: random.chance(0.5) ? gone.numbers : [random.pick(gone.numbers)] };
    const text = writer.aboutPerson(random.pick(MERGES), survivor, { prior });
    join(survivor, gone);
    return text;
  }

  function join(survivor: FeedPerson, gone: FeedPerson): void {
    gone.mergedInto = survivor;
    survivor.numbers.push(...gone.numbers);
    survivor.isDead ||= gone.isDead;
  }

  /** Merges two pairs in one A40. */
  function mergeTwoPairs(): string | null {
    const first = findPair((one, other) => one.facility === 'NORTH' && other.facility === 'NORTH');
    if (!first) return null;
    const second = findPair(
      (one, other) =>
        one.facility === 'NORTH' && other.facility === 'NORTH' && !first.includes(one) && !first.includes(other),
    );
    const pairs = second ? [first, second] : [first];
    const groups = pairs.map(([survivor, gone]) => ({
      ...writer.groupOf(survivor, random.pick(survivor.numbers)),
      parts: [{ prior: { numbers: gone.numbers } }],
    }));
    for (const [survivor, gone] of pairs) join(survivor, gone);
    return writer.tell('A40', 'NORTH', groups);
  }

  function changeNumber(): string | null {
    const person = pickOr(random, persons(alone));
    if (!person) return null;
    const fresh = writer.newNumber(person.facility);
    const prior = { numbers: [random.pick(person.numbers)] };
    const text = writer.aboutPerson(random.pick(NEW_NUMBERS), person, { numbers: [fresh], prior });
    person.numbers.push(fresh);
    return text;
  }

  function link(): string | null {
    const pair = findPair(
      (one, other) => (one.facility === 'NORTH' || other.facility === 'NORTH') && !one.isDead && !other.isDead,
    );
    if (!pair) return null;
    const [one, other] = pair;
    one.linkedTo = other;
    other.linkedTo = one;
    return sendPair('A24', pair);
  }

  function unlink(): string | null {
    const one = pickOr(
      random,
      persons(({ linkedTo }) => linkedTo !== null),
    );
    const other = one?.linkedTo;
    if (!one || !other) return null;
    one.linkedTo = null;
    other.linkedTo = null;
    return sendPair('A37', random.shuffle([one, other]));
  }

  const sendPair = (event: string, pair: readonly FeedPerson[]): string => {
    const groups = pair.map((person) => writer.groupOf(person, random.pick(person.numbers)));
    return writer.tell(event, pair[0]?.facility ?? 'NORTH', groups);
  };

  function deletePerson(): string | null {
    const person = pickOr(random, persons(alone));
    if (!person) return null;
    for (const visit of visitsOf(hospital, person))
      if (visit.state === 'open' || visit.state === 'expected')
        Object.assign(visit, { state: 'cancelled', isOnLeave: false });
    return writer.aboutPerson('A29', person);
  }

  /** Moves a number that was on the wrong registration, with everything that was sent under it. */
  function moveNumber(): string | null {
    const from = pickOr(
      random,
      persons((person) => alone(person) && person.facility === 'NORTH' && person.numbers.length > 1),
    );
    const to = pickOr(
      random,
      persons((person) => alone(person) && person.facility === 'NORTH' && person !== from),
    );
    if (!from || !to) return null;
    const moved = random.pick(from.numbers);
    const text = writer.aboutPerson('A43', to, { prior: { numbers: [moved] } });
    for (const visit of visitsOf(hospital, from)) if (isSameNumber(visit.toldUnder, moved)) visit.person = to;
    // Visits may still name registrations that were merged into `from` earlier.
    for (const visit of visitsOf(hospital, from)) visit.person = from;
    from.numbers = from.numbers.filter((number) => !isSameNumber(number, moved));
    to.numbers.push(moved);
    return text;
  }

  /** Moves stays that were sent for the wrong patient. A45 may move two at once. */
  function moveVisits(event: 'A44' | 'A45'): string | null {
    const visit = pickOr(
      random,
      stays(writer, 'open').filter(({ person, number }) => number !== null && rootOf(person).linkedTo === null),
    );
    if (!visit) return null;
    const from = rootOf(visit.person);
    const to = pickOr(
      random,
      persons((person) => alone(person) && person.facility === 'NORTH' && person !== from),
    );
    if (!to) return null;
    const second =
      event === 'A45' ? visitsOf(hospital, from).find((other) => other !== visit && other.number !== null) : undefined;
    const number = random.pick(to.numbers);
    const moved = second ? [visit, second] : [visit];
    const parts = moved.map(({ number: visitNumber, account, patientClass }) => ({
      prior: { numbers: [random.pick(from.numbers)], ...(event === 'A45' ? { visitNumber } : { account }) },
      ...(event === 'A45' ? { visit: { visitNumber, patientClass } } : {}),
    }));
    for (const one of moved) {
      one.person = to;
      one.toldUnder = number;
      one.lastAt = writer.now();
    }
    const account = event === 'A44' ? { account: visit.account } : {};
    return writer.tell(event, 'NORTH', [{ ...writer.groupOf(to, number), ...account, parts }]);
  }

  const changeAccount =
    (event: 'A35' | 'A41' | 'A49'): Happening =>
    () => {
      const visit = pickOr(random, [...stays(writer, 'open'), ...stays(writer, 'closed').slice(-20)]);
      if (!visit) return null;
      const prior = { numbers: [visit.toldUnder], account: visit.account };
      visit.account = writer.fresh('A');
      return writer.aboutVisit(event, visit, { prior, withoutPv1: event !== 'A41' });
    };

  /** Registers a patient once more by mistake, with a visit. */
  function admitBesides(): string | null {
    const known = pickOr(
      random,
      stays(writer, 'open').filter(({ number }) => number !== null),
    );
    if (!known) return null;
    const place = writer.freePlace();
    const visit = writer.newVisit(known.person, { state: 'open', patientClass: 'I', place });
    return writer.aboutVisit('A01', visit, { place });
  }

  function mergeVisits(): string | null {
    const all = stays(writer, 'open').filter(({ number }) => number !== null);
    for (const gone of random.shuffle(all)) {
      const kept = all.find((other) => other !== gone && rootOf(other.person) === rootOf(gone.person));
      if (!kept) continue;
      hospital.visits.delete(gone.key);
      return writer.aboutVisit('A42', kept, { prior: { numbers: [gone.toldUnder], visitNumber: gone.number } });
    }
    return null;
  }

  function changeVisitNumber(): string | null {
    const visit = pickOr(
      random,
      [...stays(writer, 'open'), ...stays(writer, 'closed').slice(-20)].filter(({ number }) => number !== null),
    );
    if (!visit) return null;
    const prior = { numbers: [visit.toldUnder], visitNumber: visit.number };
    visit.number = writer.fresh('V');
    return writer.aboutVisit('A50', visit, { prior });
  }

  function die(): string | null {
    const person = pickOr(
      random,
      persons(({ isDead }) => !isDead),
    );
    if (!person) return null;
    person.isDead = true;
    if (person.linkedTo) person.linkedTo.isDead = true;
    const [type, event] = random.pick([...OTHER_TYPES, ...OF_THE_PERSON.map((one) => ['ADT', one] as const)]);
    return writer.aboutPerson(event, person, { type, died: 'Y' });
  }

  const ofAnybody =
    (events: readonly string[]): Happening =>
    () => {
      const person = anybody();
      return person && writer.aboutPerson(random.pick(events), person);
    };

  function otherType(): string | null {
    const person = anybody();
    const [type, event] = random.pick(OTHER_TYPES);
    return person && writer.aboutPerson(event, person, { type });
  }

  return [
    [6, registerTwice],
    [6, merge],
    [1, mergeTwoPairs],
    [3, changeNumber],
    [2, link],
    [2, unlink],
    [1, deletePerson],
    [2, moveNumber],
    [1, () => moveVisits('A44')],
    [2, () => moveVisits('A45')],
    [1, changeAccount('A35')],
    [1, changeAccount('A41')],
    [1, changeAccount('A49')],
    [2, admitBesides],
    [2, mergeVisits],
    [2, changeVisitNumber],
    [1, die],
    [4, ofAnybody(OF_THE_PERSON)],
    [3, ofAnybody(WITHOUT_EFFECT)],
    [1, () => writer.tell('A20', 'NORTH', [])],
    [3, otherType],
  ];
}
