import { appointmentHappenings } from './appointment-happenings.ts';
import { createHospitalWorld, HOUR, SECOND, type Happening, type WeightedHappening } from '../hospital-world.ts';
import { identityHappenings } from './identity-happenings.ts';
import { rootOf, roots, type ModelHospital, type ModelRecord, type ModelVisit } from '../model-hospital.ts';
import { die, personHappenings } from './person-happenings.ts';
import type { Random } from '../random.ts';
import { moveTo, ofVisit, visitHappenings } from './visit-happenings.ts';
import { visitIdentityHappenings } from './visit-identity-happenings.ts';
import { writeMessage, type MessageContent } from '../write-message.ts';

/** A message that the hospital is about to send. */
export interface OutgoingMessage {
  controlId: string;
  event: string;
  text: string;
  /** Records that the message is about. */
  about: readonly ModelRecord[];
  /** Applies the message to the model. Called when the message has been acknowledged. */
  acknowledge(): void;
}

export interface HospitalSender {
  /** Returns a message about something that may happen now. `facility` sends it; default: one of those that already send. */
  next(now: Date, facility?: string): OutgoingMessage;
  /** Returns a message that forbids writing to the owner of this visit, or to somebody at random when the visit is not known. */
  urgent(now: Date, visit: string | null): OutgoingMessage;
}

/** Maximum time between an event and its message. */
const MAX_LATE_MS = 2 * HOUR;
const IMPOSSIBLE = new Date('2062-01-01T00:00:00Z');
const UNSEEN_FIRST = 0.4;
/** Number of patients that are admitted before anything else happens. */
const FIRST_PATIENTS = 5;

/** Sends only what a hospital may send in its present state, so that the correct result is always known. */
export function createHospitalSender(
  hospital: ModelHospital,
  random: Random,
  begin: Date,
  { meetsAllEvents = true } = {},
): HospitalSender {
  const world = createHospitalWorld(hospital, random, begin);
  const stays = visitHappenings(world);
  const happenings: readonly WeightedHappening[] = [
    ...stays,
    ...appointmentHappenings(world),
    ...personHappenings(world),
    ...identityHappenings(world),
    ...visitIdentityHappenings(world),
  ];
  const total = happenings.reduce((sum, [weight]) => sum + weight, 0);

  const seen = new Set<WeightedHappening>();

  function choose(now: Date): Happening {
    const [admission] = stays;
    if (hospital.records.length < FIRST_PATIENTS) return admission?.[1](now) ?? choose(now);
    // Events that have not happened yet are sometimes preferred, so that a run of two days includes every event.
    const unseen = meetsAllEvents && random.chance(UNSEEN_FIRST) ? happenings.filter((one) => !seen.has(one)) : [];
    for (const one of random.shuffle(unseen)) {
      const happening = one[1](now);
      if (!happening) continue;
      seen.add(one);
      return happening;
    }
    for (;;) {
      let rest = random.next() * total;
      const chosen = happenings.find(([weight]) => (rest -= weight) < 0);
      const happening = chosen?.[1](now);
      if (!chosen || !happening) continue;
      seen.add(chosen);
      return happening;
    }
  }

  /** Returns the time of the event. For one person, a later message always has a later time. */
  function timeOf({ record, others = [], at }: Happening, now: Date): Date {
    if (at === 'impossible') return now;
    const latest = Math.max(...[record, ...others].map((one) => (one ? rootOf(one).lastEventAt.getTime() : 0)));
    const late = now.getTime() - random.int(0, MAX_LATE_MS / SECOND) * SECOND;
    return new Date(Math.min(now.getTime(), Math.max(late, latest + SECOND)));
  }

  function write(now: Date, happening: Happening, facility = random.pick(hospital.facilities)): OutgoingMessage {
    const { event, record, content = {}, tellsFacts = false } = happening;
    const at = timeOf(happening, now);
    const controlId = world.number('C');
    const root = record && rootOf(record);
    const message: MessageContent = {
      controlId,
      event,
      at: happening.at === 'impossible' ? IMPOSSIBLE : at,
      sites: hospital.sites,
      facility,
      identifiers: content.identifiers ?? (root ? world.someNumbers(root) : []),
      familyName: root?.familyName ?? '',
      born: root?.born ?? '',
      insurance: root ? insuranceOf(root) : null,
      ...(tellsFacts && root ? { facts: { ...root, givenName: world.number('N') } } : {}),
      ...content,
    };
    const text = writeMessage(random, message);
    const about = [record, ...(happening.others ?? [])].filter((one) => one !== null);
    return { controlId, event, text, about, acknowledge: () => acknowledge(happening, message, { at, text }) };
  }

  function acknowledge(
    happening: Happening,
    { controlId, facts, identifiers }: MessageContent,
    told: { at: Date; text: string },
  ) {
    const { event, record, others = [], visit = null, state = 'processed', asks = false } = happening;
    const root = record && rootOf(record);
    for (const one of [root, ...others]) if (one && one.lastEventAt < told.at) one.lastEventAt = told.at;
    if (root && facts && state !== 'error') Object.assign(root, pickFacts(facts));
    happening.change?.();
    if (visit) visit.toldUnder = identifiers;
    if (visit && event === 'A03') visit.endedAt = [...visit.endedAt, told.at];
    const isProcessed = state === 'processed';
    hospital.acknowledged.set(controlId, {
      controlId,
      event,
      record: root?.id ?? null,
      visit: visit?.number ?? null,
      text: told.text,
      state,
      location: isProcessed ? (happening.ward ?? visit?.ward ?? null) : null,
      givenName: isProcessed && root ? root.givenName : null,
      asks,
    });
  }

  return {
    next: (now, facility) => write(now, choose(now), facility),
    urgent(now, visitNumber) {
      const visit = visitNumber === null ? undefined : hospital.visits.get(visitNumber);
      if (!visit) return write(now, die(world, random.pick(roots(hospital))));
      const takenBack = random.chance(0.7) ? cancelLast(visit) : null;
      return write(now, takenBack ?? die(world, rootOf(visit.record)));
    },
  };
}

/** Cancels the event that led to the visit's survey; null where a hospital could not send that. */
function cancelLast(visit: ModelVisit): Happening | null {
  if (visit.isAppointment) return null;
  if (visit.state === 'closed') return ofVisit('A13', visit, { change: moveTo(visit, 'open') });
  return visit.state === 'open' ? ofVisit('A11', visit, { change: moveTo(visit, 'cancelled') }) : null;
}

const pickFacts = ({ givenName, phone, email, language }: NonNullable<MessageContent['facts']>) => ({
  givenName,
  phone,
  email,
  language,
});

/** Every second person has the number of an insurance, and about one in seven of these the same one, as a family does. */
const insuranceOf = ({ person }: ModelRecord): string | null => (person % 2 === 0 ? `W${person % 14}` : null);
