import type pg from 'pg';
import {
  isBereaved,
  rootOf,
  roots,
  visitsOf,
  type ModelHospital,
  type ModelRecord,
  type ModelVisit,
  type PathwayStep,
} from '../model-hospital.ts';
import { MAX_MESSAGES_PER_WEEK, PATHWAY_STEPS, SURVEY_INTERVAL_DAYS } from '../simulated-organisation.ts';
import type { Sending } from '../simulated-wardvoice.ts';

const DAY = 86_400_000;
export const MINIMUM_AGE = 18;

export interface SentDelivery {
  id: number;
  application_id: number;
  purpose: string;
  reminder: number;
  attempts: number;
  /** Number of the visit or appointment. */
  number: string | null;
  survey_id: number | null;
  /** True when a rule planned it. */
  is_of_rule: boolean;
  /** True when the recipient is a colleague. */
  is_staff: boolean;
  /** True when somebody typed the address. */
  is_addressed: boolean;
  /** True when somebody gave a reason to send it against the settings. */
  is_overridden: boolean;
  /** True when its link was withdrawn or has been answered. */
  leads_nowhere: boolean;
  /** For somebody on a mailing list: the number that the list has for the person. */
  listed_number: string | null;
  /** For a step of a pathway: id of the person's place in it, the day of the step, and until when it can be asked. */
  place: number | null;
  day: number | null;
  closes_at: Date | null;
  /** True when the place has ended. */
  is_ended: boolean;
}

export const stepOf = ({ place, day }: SentDelivery): PathwayStep | null =>
  place === null || day === null ? null : { place, day };

export interface CheckedSending {
  delivery: SentDelivery | null;
  hospital: ModelHospital | null;
  record: ModelRecord | null;
  /** Null: the message is for somebody on a list, about no visit. */
  visit: ModelVisit | null;
  /** Why the message must not be sent; null: it may be sent. */
  violation: string | null;
}

/**
 * Compares a message that is about to be sent with everything that has been acknowledged so far. `hospitals` has the id of their
 * application as key.
 */
export async function checkSending(
  hospitals: ReadonlyMap<number, ModelHospital>,
  observer: pg.Pool,
  sending: Sending,
  now: Date,
): Promise<CheckedSending> {
  const { rows } = await observer.query<SentDelivery>(
    `select d.id::int, d.application_id::int, d.purpose, d.reminder, d.attempts, d.survey_id::int,
       coalesce(v.visit_number, v.appointment_number) as number, d.addressed as is_addressed, d.trigger_id is not null as is_of_rule,
       d.override_reason is not null as is_overridden,
       exists (
         select from invitations i where i.id = d.invitation_id and (i.withdrawn_at is not null or i.answered_at is not null)
       ) as leads_nowhere, c.external_id as listed_number,
       exists (select from users u where d.recipient in (u.email, u.phone)) as is_staff,
       e.id::int as place, o.day, o.closes_at, coalesce(e.state = 'ended', false) as is_ended
     from deliveries d left join visits v on v.id = d.visit_id left join contacts c on c.id = d.contact_id
     left join pathway_enrolments e on e.id = d.enrolment_id left join invitations asked on asked.id = d.invitation_id
     left join pathway_occasions o on o.id = asked.occasion_id
     where d.idempotency_key = $1`,
    [sending.key],
  );
  const [delivery = null] = rows;
  const hospital = (delivery && hospitals.get(delivery.application_id)) ?? null;
  const of = { delivery, hospital, record: null, visit: null };
  // A notice of a case goes to a colleague and names no patient.
  if (delivery?.purpose === 'case_notice')
    return { ...of, violation: delivery.is_staff ? null : 'a notice to somebody who is no colleague' };
  const visit = hospital?.visits.get(delivery?.number ?? '') ?? null;
  const record = visit ? rootOf(visit.record) : findListed(hospital, delivery);
  if (!delivery || !hospital || !record)
    return { ...of, violation: 'a message about a visit that nobody told of, or to nobody who is known' };
  const about = { hospital, record, visit, delivery, sending, now };
  const violation = whyNotThere(about) ?? whyNobody(about) ?? whyNotVisit(about) ?? whyNotAsked(about);
  return { delivery, hospital, record, visit, violation };
}

/** Returns the record with the number that the list has. */
function findListed(hospital: ModelHospital | null, delivery: SentDelivery | null): ModelRecord | null {
  const number = delivery?.listed_number ?? null;
  if (!hospital || number === null) return null;
  return roots(hospital).find(({ identifiers }) => identifiers.some(({ value }) => value === number)) ?? null;
}

/** Somebody who is about to be written to at this address. */
export interface Addressee {
  hospital: ModelHospital;
  record: ModelRecord;
  sending: Pick<Sending, 'to' | 'channel'>;
  now: Date;
}

interface AboutToLeave extends Addressee {
  visit: ModelVisit | null;
  delivery: SentDelivery;
  sending: Sending;
}

/**
 * Returns why the message must not go to this address. It may go to the patient's own address, to one that somebody typed, or to
 * one of the list.
 */
function whyNotThere({ hospital, record, visit, delivery, sending: { to, channel } }: AboutToLeave): string | null {
  if (hospital.isStopped) return 'a message while sending is stopped';
  if (hospital.listensOnly && !delivery.is_overridden) return 'a message of an organisation that only listens';
  if (visit && delivery.is_addressed) return visit.typed.has(to) ? null : 'a message to an address that nobody typed';
  const listed = hospital.listed.get(delivery.listed_number ?? '');
  const isTheirs = listed ? listed.has(to) : (channel === 'sms' ? record.phone : record.email) === to;
  return isTheirs ? null : 'a message to an address that is not the patient’s';
}

/** Returns why this person must not be written to at all. */
export function whyNobody({ hospital, record, sending: { to }, now }: Addressee): string | null {
  const alike = roots(hospital).filter(
    (other) => other.born.length === 8 && other.born === record.born && (other.phone === to || other.email === to),
  );
  if (record.isDead || alike.some(({ processed }) => processed.isDead)) return 'a message to somebody who is dead';
  if (record.isProtected || alike.some(({ processed }) => processed.isProtected))
    return 'a message to somebody protected';
  if (record.isUnknown) return 'a message to somebody whose identity is not known';
  if (record.doubts > 0) return 'a message to somebody whose identity is in doubt';
  // A stop holds for the person: it also counts when it was said at an earlier address of the same channel.
  const isEmail = (address: string) => address.includes('@');
  const addresses = [to, ...record.sent.map((one) => one.to).filter((one) => isEmail(one) === isEmail(to))];
  if (addresses.some((address) => hospital.optedOut.has(address))) return 'a message to somebody who said stop';
  if (hospital.bounced.has(to)) return 'a message to an address that bounced';
  return youngest(record.born, now) < MINIMUM_AGE ? 'a message to somebody who may be a child' : null;
}

/** Returns the lowest possible age in years for a birth date of which the month or day may be unknown. */
export function youngest(born: string, now: Date): number {
  const [year, month, day] = [born.slice(0, 4), born.slice(4, 6) || '12', born.slice(6, 8) || '31'].map(Number);
  const hadBirthday =
    now.getUTCMonth() + 1 > (month ?? 12) || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= (day ?? 31));
  return now.getUTCFullYear() - (year ?? 0) - (hadBirthday ? 0 : 1);
}

function whyNotVisit({ visit, delivery: { purpose, is_of_rule } }: AboutToLeave): string | null {
  if (!visit) return null;
  if (is_of_rule && purpose === 'survey' && visit.isLeftOut) return 'a survey about a visit that its rule leaves out';
  if (visit.state === 'cancelled') return 'a message about a visit that was cancelled';
  if (visit.isOnLeave) return 'a message to somebody on leave';
  if (purpose === 'survey' && visit.state !== 'closed') return 'a survey about a visit that has not ended';
  return null;
}

function whyNotAsked(about: AboutToLeave): string | null {
  const { hospital, record, visit, delivery } = about;
  const isSurvey = delivery.purpose === 'survey';
  if (isSurvey && delivery.survey_id === hospital.surveyId) {
    if (!hospital.surveyOn) return 'a survey that is switched off';
    if (!hospital.surveyHasQuestions) return 'a survey without a question';
  }
  if (delivery.leads_nowhere) return 'a link that leads nowhere';
  if (isSurvey && visit) {
    if (visitsOf(hospital, record).some(({ state, patientClass }) => state === 'open' && patientClass === 'I'))
      return 'a survey to somebody in a bed';
    const step = stepOf(delivery);
    if (step) return whyNotStep(about, visit, step) ?? whyNotNow(about);
    if (visit.isAnswered) return 'a survey to somebody who has answered it';
    if (delivery.reminder === 0 && visit.surveysSent > 0) return 'a second survey about one visit';
  }
  return delivery.is_overridden ? null : whyNotNow(about);
}

/** Returns why nothing is to go to this person at present, unless a colleague has a reason. */
function whyNotNow({ hospital, record, delivery, now }: AboutToLeave): string | null {
  if (isBereaved(hospital, record)) return 'a message to the mother of a child who died';
  return whyTooMuch(record, delivery, now);
}

/** Returns why this step of a pathway must not be asked now. */
function whyNotStep(
  { hospital, delivery, now }: AboutToLeave,
  visit: ModelVisit,
  { place, day }: PathwayStep,
): string | null {
  const plan = PATHWAY_STEPS.find((one) => one.day === day);
  const isInWindow = visit.endedAt.some((begin) => {
    const days = (now.getTime() - begin.getTime()) / DAY;
    return plan && days >= day && days < day + plan.window;
  });
  if (!plan || !isInWindow) return 'a step of a pathway at another time';
  if (delivery.is_ended) return 'a step of a pathway that has ended';
  const isOf = (step: PathwayStep | null, ofDay: number) => step?.place === place && step.day === ofDay;
  const all = hospital.records.flatMap(({ answered }) => answered);
  if (all.some(({ step }) => isOf(step, day))) return 'a step of a pathway to somebody who has answered it';
  if (plan.onlyIfAnswered !== null && !all.some(({ step }) => isOf(step, plan.onlyIfAnswered)))
    return 'a step of a pathway whose condition is not met';
  if (delivery.reminder > 0) return null;
  const asked = hospital.records.flatMap(({ sent }) => sent).filter(({ asks, step }) => asks && isOf(step, day));
  return asked.length > 0 ? 'a step of a pathway that was asked already' : null;
}

/** Returns which limit of the organisation's settings for messages to one person is exceeded. */
function whyTooMuch(record: ModelRecord, { purpose, reminder, place }: SentDelivery, now: Date): string | null {
  const since = (days: number) => now.getTime() - days * DAY;
  const lately = record.sent.filter(({ at }) => at.getTime() > since(7));
  if (lately.length >= MAX_MESSAGES_PER_WEEK) return 'more messages than a week allows';
  if (purpose !== 'survey' || reminder > 0) return null;
  // The steps of one pathway are as far apart as whoever planned them wanted.
  const asked = [...record.sent.filter((one) => one.asks), ...record.answered].filter(
    ({ step }) => place === null || step?.place !== place,
  );
  return asked.some(({ at }) => at.getTime() > since(SURVEY_INTERVAL_DAYS))
    ? 'a second survey within the interval'
    : null;
}
