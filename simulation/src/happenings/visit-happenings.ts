import { isLinked, type Happening, type HospitalWorld, type WeightedHappening } from '../hospital-world.ts';
import { rootOf, visitsOf, type ModelVisit } from '../model-hospital.ts';
import type { MessageContent } from '../write-message.ts';

const WARDS = ['ASH', 'BIRCH', 'CEDAR', 'ELM', 'FIR'];
/** Values of PID-30 for somebody who has died. */
export const DEATHS = ['Y', 'YES', '1', 'true', 'D'];
const DEATH_DISPOSITIONS = ['20', 'DIED', '41', 'Expired in hospital'];

/** The diagnosis that the rules of the surveys leave out. */
export const LEFT_OUT_DIAGNOSIS = 'F32.2';

/** Events that update a visit. Here they change no facts. */
const UPDATES = ['A08', 'A09', 'A10', 'A15', 'A16', 'A25', 'A26', 'A32', 'A33', 'A54', 'A55'];

type OfVisit = Omit<Happening, 'event' | 'record' | 'visit'> & {
  visit?: Partial<NonNullable<MessageContent['visit']>>;
};

export function ofVisit(event: string, visit: ModelVisit, { visit: facts = {}, ...more }: OfVisit): Happening {
  return {
    event,
    record: visit.record,
    visit,
    ...more,
    content: { visit: { number: visit.number, patientClass: visit.patientClass, ...facts }, ...more.content },
  };
}

export const moveTo = (visit: ModelVisit, state: ModelVisit['state']) => () => {
  visit.state = state;
  visit.isOnLeave = false;
};

/** Events of stays, from the admission to the discharge, and their cancellations. */
export function visitHappenings(world: HospitalWorld): WeightedHappening[] {
  const { hospital, random, newRecord, newVisit, newIdentifier, free, visitsIn } = world;

  /** Returns one of the open stays, or null. */
  const anyOpen = () => pickFrom(visitsIn('open'));
  const pickFrom = (visits: ModelVisit[]): ModelVisit | null => world.anyOf(visits, ({ record }) => record);

  function admit(event: 'A01' | 'A04'): Happening | null {
    const known = free();
    const isFirst = hospital.records.length === 0;
    const isNew = known.length === 0 || random.chance(0.4);
    // Sometimes a known person is registered a second time, to be merged later.
    const samePerson = isNew && known.length > 0 && random.chance(0.6) ? random.pick(known) : undefined;
    const record = (isNew ? null : world.anyOf(known, (one) => one)) ?? newRecord(samePerson);
    if (isFirst) record.identifiers = [...hospital.sites, 'NATIONAL'].map(newIdentifier);
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
    const visit = anyOpen();
    if (!visit) return null;
    const dies = random.chance(0.06);
    return ofVisit('A03', visit, {
      visit: { disposition: dies ? random.pick(DEATH_DISPOSITIONS) : '1' },
      // Some messages are for training (MSH-11 T): they lead to no survey.
      ...(random.chance(0.05) ? { content: { processingId: 'T' } } : {}),
      asks: !visit.isLeftOut,
      change() {
        moveTo(visit, 'closed')();
        if (dies) rootOf(visit.record).isDead = true;
      },
    });
  }

  function onVisit(event: string, from: ModelVisit['state'], change: (visit: ModelVisit) => void): Happening | null {
    const found = visitsIn(from);
    // The newest visit is preferred, because a survey is most likely planned for it.
    const visit = random.chance(0.5) ? (found.at(-1) ?? null) : pickFrom(found);
    return visit && ofVisit(event, visit, { change: () => change(visit) });
  }

  /** Hospitals code diagnoses during the stay, and after it: the discharge that a survey is planned for may be known already. */
  function codeDiagnosis(from: ModelVisit['state']): Happening | null {
    const visit = visitsIn(from).at(-1) ?? null;
    return (
      visit &&
      ofVisit('A08', visit, {
        visit: { diagnosis: LEFT_OUT_DIAGNOSIS },
        change: () => void (visit.isLeftOut = true),
      })
    );
  }

  function transfer(): Happening | null {
    const visit = anyOpen();
    if (!visit) return null;
    const ward = random.pick(WARDS);
    return ofVisit('A02', visit, {
      visit: { ward },
      change() {
        visit.priorWard = visit.ward;
        visit.ward = ward;
      },
    });
  }

  /** Changes the patient class, which ends no leave. Some patients have died. */
  function changeClass(event: 'A06' | 'A07', patientClass: string): Happening | null {
    const visit = anyOpen();
    if (!visit) return null;
    const dies = random.chance(0.2);
    return ofVisit(event, visit, {
      visit: { patientClass },
      ...(dies ? { content: { died: random.pick(DEATHS) } } : {}),
      change() {
        visit.patientClass = patientClass;
        if (dies) rootOf(visit.record).isDead = true;
      },
    });
  }

  function cancelDischarge(): Happening | null {
    const closed = visitsIn('closed').filter(
      ({ record }) => !visitsOf(hospital, record).some(({ state }) => state === 'open'),
    );
    // The latest discharge is preferred, because its survey has not been sent yet.
    const visit = random.chance(0.6) ? (closed.at(-1) ?? null) : pickFrom(closed);
    return visit && ofVisit('A13', visit, { change: moveTo(visit, 'open') });
  }

  function cancelTransfer(): Happening | null {
    const visit = pickFrom(visitsIn('open').filter(({ priorWard }) => priorWard !== null));
    return (
      visit &&
      ofVisit('A12', visit, {
        change() {
          visit.ward = visit.priorWard;
          visit.priorWard = null;
        },
      })
    );
  }

  function preAdmit(event: 'A05' | 'A14'): Happening | null {
    const record = world.anyOf(world.living(), (one) => one);
    if (!record) return null;
    const visit = newVisit(record);
    visit.state = 'expected';
    return ofVisit(event, visit, { change: () => void hospital.visits.set(visit.number, visit) });
  }

  /** A17: two patients swap their beds. */
  function swapBeds(): Happening | null {
    const [one, other] = random.shuffle(visitsIn('open').filter(({ record }) => !isLinked(hospital, rootOf(record))));
    if (!one || !other || rootOf(one.record) === rootOf(other.record)) return null;
    const { number, patientClass } = other;
    const record = rootOf(other.record);
    const wards = { one: one.ward, other: other.ward };
    if (wards.one === null || wards.other === null) return null;
    return {
      ...ofVisit('A17', one, {
        visit: { ward: wards.other },
        content: {
          visit: { number: one.number, patientClass: one.patientClass, ward: wards.other },
          others: [
            {
              identifiers: world.someNumbers(record),
              born: record.born,
              visit: { number, patientClass, ward: wards.one },
            },
          ],
        },
        change() {
          one.ward = wards.other;
          other.ward = wards.one;
        },
      }),
      others: [record],
    };
  }

  const cancel = (visit: ModelVisit) => moveTo(visit, 'cancelled')();
  return [
    [20, () => admit('A01')],
    [5, () => admit('A04')],
    [6, transfer],
    [2, cancelTransfer],
    [24, discharge],
    [5, cancelDischarge],
    [2, () => onVisit('A11', 'open', cancel)],
    [1, () => onVisit('A23', 'closed', cancel)],
    [9, () => onVisit('A21', 'open', (visit) => void (visit.isOnLeave = true))],
    [3, () => onVisit('A22', 'open', (visit) => void (visit.isOnLeave = false))],
    [1, () => changeClass('A06', 'I')],
    [2, () => changeClass('A07', 'O')],
    [1, () => preAdmit('A05')],
    [1, () => preAdmit('A14')],
    [1, () => onVisit('A38', 'expected', cancel)],
    [1, () => onVisit('A27', 'expected', cancel)],
    [0.5, () => codeDiagnosis('open')],
    [6, () => codeDiagnosis('closed')],
    [0.4, swapBeds],
    [0.4, () => onVisit('A52', 'open', (visit) => void (visit.isOnLeave = false))],
    [0.4, () => onVisit('A53', 'open', (visit) => void (visit.isOnLeave = true))],
    ...UPDATES.map((event) => [0.15, () => onVisit(event, 'open', () => undefined)] as const),
  ];
}
