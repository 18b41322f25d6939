import type { DemoHospital } from '../demo-hospitals.ts';
import { DAY_MS, drawFrom, HOUR_MS, MINUTE_MS, plus, type Draw } from './draw.ts';
import type { PastStay, Person, StayEvent } from './draw-stays.ts';
import { internationalPhone, isoDay } from './write-messages.ts';

/** Days in which nobody is asked twice, as these hospitals have set it. */
export const PAUSE_DAYS = 30;
export const MINIMUM_AGE = 18;

type Channel = 'email' | 'sms';

export interface OptOut {
  channel: Channel;
  address: string;
  at: Date;
  source: 'stop' | 'unsubscribe' | 'bounce';
  asked: PastAsking;
}

/** A survey that was planned for a stay, and what came of it. */
export interface PastAsking {
  stay: PastStay;
  event: StayEvent;
  survey: 'discharge' | 'friendsAndFamily';
  at: Date;
  channel: Channel;
  fallback: Channel | null;
  state: 'suppressed' | 'sent' | 'delivered' | 'failed' | 'answered';
  /** Why it was not sent. */
  reason: 'deceased' | 'under_age' | 'asked_lately' | 'opted_out' | 'invalid_address' | 'no_address' | null;
  recipient: string | null;
  error: string | null;
  undelivered: boolean;
  sentAt: Date | null;
  deliveredAt: Date | null;
  openedAt: Date | null;
  answeredAt: Date | null;
}

/**
 * Draws what was asked after these stays. As the gate does, it asks nobody who died, who is too young, who was asked
 * lately or who opted out.
 */
export function drawAskings(
  hospital: DemoHospital,
  random: () => number,
  stays: readonly PastStay[],
  { from, now }: { from: Date; now: Date },
): { askings: PastAsking[]; optOuts: OptOut[] } {
  const draw = drawFrom(random);
  const ledger = createLedger();
  const optOuts: OptOut[] = [];
  const askings = planned(hospital, draw, stays, { from, now }).map((plan) => {
    const asked = send(draw, ledger, plan, now);
    if (asked.recipient === null || asked.sentAt === null) return asked;
    const optOut = drawOptOut(draw, asked);
    if (optOut && optOut.at < now) {
      ledger.optOut(optOut);
      optOuts.push(optOut);
    }
    return asked;
  });
  return { askings, optOuts };
}

/** Says whether the person of an asking may be written to at a time, at the same address. */
export type MayWrite = (asking: PastAsking, at: Date) => boolean;

export function mayWriteAfter(optOuts: readonly OptOut[]): MayWrite {
  const stopped = new Map(optOuts.map(({ channel, address, at }) => [`${channel} ${address}`, at]));
  return ({ channel, recipient, stay }, at) => {
    const ends = [stay.person.diedAt, stopped.get(`${channel} ${recipient}`)];
    return ends.every((end) => !end || at < end);
  };
}

type Planned = Pick<PastAsking, 'stay' | 'event' | 'survey' | 'at'>;

/** Triggers ask after a discharge from a bed, after an emergency visit, and after an appointment. */
function planned(
  { clinics }: DemoHospital,
  draw: Draw,
  stays: readonly PastStay[],
  { from, now }: { from: Date; now: Date },
): Planned[] {
  return stays
    .flatMap((stay): Planned[] => {
      const event = stay.events.at(-1);
      if (!event || stay.state !== 'closed') return [];
      const isOfBed = stay.kind === 'inpatient' && clinics.length === 0;
      const delay = isOfBed ? 0 : 30;
      return [
        {
          stay,
          event,
          survey: isOfBed ? 'discharge' : 'friendsAndFamily',
          at: plus(event.at, delay * MINUTE_MS + Math.floor(draw.between(3_500, 9_000))),
        },
      ];
    })
    .filter(({ at }) => at >= from && at < now)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

interface Ledger {
  isAskedLately(person: Person, addresses: readonly string[], at: Date): boolean;
  findOptOut(channel: Channel, address: string, at: Date): OptOut | undefined;
  ask(person: Person, address: string, at: Date): void;
  optOut(optOut: OptOut): void;
}

function createLedger(): Ledger {
  const lastAsked = new Map<string, Date>();
  const stopped = new Map<string, OptOut>();
  const own = (person: Person) => `person ${person.index}`;
  return {
    isAskedLately: (person, addresses, at) =>
      [own(person), ...addresses].some((key) => (lastAsked.get(key) ?? new Date(0)) > plus(at, -PAUSE_DAYS * DAY_MS)),
    findOptOut(channel, address, at) {
      const found = stopped.get(`${channel} ${address}`);
      return found && found.at < at ? found : undefined;
    },
    ask(person, address, at) {
      for (const key of [own(person), address]) lastAsked.set(key, at);
    },
    optOut: (optOut) => void stopped.set(`${optOut.channel} ${optOut.address}`, optOut),
  };
}

function send(draw: Draw, ledger: Ledger, plan: Planned, now: Date): PastAsking {
  const { person } = plan.stay;
  const phone = person.phone && internationalPhone(person.phone);
  const asked: PastAsking = {
    ...plan,
    channel: 'sms',
    fallback: 'email',
    state: 'suppressed',
    reason: null,
    recipient: null,
    error: null,
    undelivered: false,
    sentAt: null,
    deliveredAt: null,
    openedAt: null,
    answeredAt: null,
  };
  const addresses = [phone, person.email].filter((address) => address !== null);
  if (person.diedAt && person.diedAt <= plan.at) return { ...asked, reason: 'deceased' };
  if (ageAt(person, plan.at) < MINIMUM_AGE) return { ...asked, reason: 'under_age' };
  if (ledger.isAskedLately(person, addresses, plan.at)) return { ...asked, reason: 'asked_lately' };
  const stops = [
    phone && ledger.findOptOut('sms', phone, plan.at),
    person.email && ledger.findOptOut('email', person.email, plan.at),
  ];
  const to = [
    ...(phone && !stops[0] ? [{ channel: 'sms' as const, recipient: phone }] : []),
    ...(person.email && !stops[1] ? [{ channel: 'email' as const, recipient: person.email }] : []),
  ][0];
  if (!to) {
    const sources = stops.flatMap((stop) => (stop ? [stop.source] : []));
    const reason =
      sources.length === 0
        ? 'no_address'
        : sources.every((source) => source === 'bounce')
          ? 'invalid_address'
          : 'opted_out';
    return { ...asked, reason };
  }
  ledger.ask(person, to.recipient, plan.at);
  return drawOutcome(draw, { ...asked, ...to }, now);
}

export function ageAt({ born }: Person, at: Date): number {
  const birthday = new Date(`${isoDay(born)}T00:00:00Z`);
  const years = at.getUTCFullYear() - birthday.getUTCFullYear();
  return at.toISOString().slice(5, 10) < birthday.toISOString().slice(5, 10) ? years - 1 : years;
}

/** Of those who are asked by SMS about a third answer, by e-mail a quarter. */
const OPENING = { sms: 0.55, email: 0.44 } as const;
const ANSWERING = 0.6;

function drawOutcome(draw: Draw, asked: PastAsking, now: Date): PastAsking {
  const { channel } = asked;
  const sentAt = plus(asked.at, Math.floor(draw.between(80, 900)));
  if (channel === 'sms' && draw.chance(0.008))
    return { ...asked, state: 'failed', error: 'The number is not in service (21614)' };
  const sent: PastAsking = { ...asked, state: 'sent', sentAt };
  if (draw.chance(channel === 'sms' ? 0.014 : 0.012))
    return {
      ...sent,
      state: 'failed',
      undelivered: true,
      error: channel === 'sms' ? 'The phone could not be reached' : 'The mailbox does not exist (5.1.1)',
    };
  // A mail server tells of failures only.
  const delivered: PastAsking =
    channel === 'sms' && draw.chance(0.97)
      ? { ...sent, state: 'delivered', deliveredAt: plus(sentAt, draw.between(2_000, 40_000)) }
      : sent;
  if (!draw.chance(OPENING[channel])) return delivered;
  const openedAt = plus(delivered.deliveredAt ?? sentAt, MINUTE_MS + draw.waiting(11 * HOUR_MS));
  if (openedAt >= now) return delivered;
  const answeredAt = plus(openedAt, draw.between(0.6, 4) * MINUTE_MS);
  if (answeredAt >= now || openedAt > plus(sentAt, 40 * DAY_MS) || !draw.chance(ANSWERING))
    return { ...delivered, openedAt };
  return { ...delivered, state: 'answered', openedAt, answeredAt };
}

function drawOptOut(draw: Draw, asked: PastAsking): OptOut | null {
  const { channel, sentAt, recipient } = asked;
  if (sentAt === null || recipient === null) return null;
  const stops = { channel, address: recipient, asked };
  if (asked.undelivered)
    return channel === 'email'
      ? { ...stops, at: plus(sentAt, draw.between(1, 60) * MINUTE_MS), source: 'bounce' }
      : null;
  if (asked.answeredAt || !draw.chance(channel === 'sms' ? 0.007 : 0.009)) return null;
  return {
    ...stops,
    at: plus(sentAt, MINUTE_MS + draw.waiting(3 * HOUR_MS)),
    source: channel === 'sms' ? 'stop' : 'unsubscribe',
  };
}
