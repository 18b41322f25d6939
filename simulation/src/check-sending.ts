import type pg from 'pg';
import { rootOf, roots, visitsOf, type ModelHospital, type ModelRecord, type ModelVisit } from './model-hospital.ts';
import { SURVEY_INTERVAL_DAYS, type Sending } from './simulated-wardvoice.ts';

const DAY = 86_400_000;
const MINIMUM_AGE = 18;

interface SentDelivery {
  id: number;
  purpose: string;
  reminder: number;
  attempts: number;
  number: string | null;
  survey_id: number | null;
  /** Its recipient is a colleague. */
  is_staff: boolean;
}

export interface CheckedSending {
  delivery: SentDelivery | null;
  visit: ModelVisit | null;
  /** Why nothing may leave; null: it may. */
  violation: string | null;
}

/** Compares what leaves with what is acknowledged at this moment. */
export async function checkSending(
  hospital: ModelHospital,
  observer: pg.Pool,
  sending: Sending,
  now: Date,
): Promise<CheckedSending> {
  const { rows } = await observer.query<SentDelivery>(
    `select d.id::int, d.purpose, d.reminder, d.attempts, d.survey_id::int, coalesce(v.visit_number, v.appointment_number) as number,
       exists (select from users u where d.recipient in (u.email, u.phone)) as is_staff
     from deliveries d left join visits v on v.id = d.visit_id where d.idempotency_key = $1`,
    [sending.key],
  );
  const [delivery = null] = rows;
  // A notice of a case goes to a colleague, about nobody by name.
  if (delivery?.purpose === 'case_notice')
    return { delivery, visit: null, violation: delivery.is_staff ? null : 'a notice to somebody who is no colleague' };
  const visit = hospital.visits.get(delivery?.number ?? '') ?? null;
  if (!delivery || !visit) return { delivery, visit, violation: 'a message about a visit that nobody told of' };
  const violation =
    whyNobody(hospital, rootOf(visit.record), sending, now) ??
    whyNotVisit(visit, delivery) ??
    (delivery.purpose === 'survey' ? whyNotAsked(hospital, visit, delivery, now) : null);
  return { delivery, visit, violation };
}

/** What forbids writing to this person at all. */
function whyNobody(hospital: ModelHospital, record: ModelRecord, { to, channel }: Sending, now: Date): string | null {
  const own = channel === 'sms' ? record.phone : record.email;
  if (own !== to) return 'a message to an address that is not the patient’s';
  const alike = roots(hospital).filter(
    (other) => other.born.length === 8 && other.born === record.born && (other.phone === to || other.email === to),
  );
  if (record.isDead || alike.some(({ processed }) => processed.isDead)) return 'a message to somebody who is dead';
  if (record.isProtected || alike.some(({ processed }) => processed.isProtected))
    return 'a message to somebody protected';
  if (record.isUnknown) return 'a message to somebody whose identity is not known';
  if (record.doubts > 0) return 'a message to somebody whose identity is in doubt';
  if (hospital.optedOut.has(to)) return 'a message to somebody who said stop';
  return youngest(record.born, now) < MINIMUM_AGE ? 'a message to somebody who may be a child' : null;
}

/** Years at this moment, of a birth as late as it can have been. */
function youngest(born: string, now: Date): number {
  const [year, month, day] = [born.slice(0, 4), born.slice(4, 6) || '12', born.slice(6, 8) || '31'].map(Number);
  const hadBirthday =
    now.getUTCMonth() + 1 > (month ?? 12) || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= (day ?? 31));
  return now.getUTCFullYear() - (year ?? 0) - (hadBirthday ? 0 : 1);
}

function whyNotVisit(visit: ModelVisit, { purpose }: SentDelivery): string | null {
  if (visit.state === 'cancelled') return 'a message about a visit that was cancelled';
  if (visit.isOnLeave) return 'a message to somebody on leave';
  if (purpose === 'survey' && visit.state !== 'closed') return 'a survey about a visit that has not ended';
  return null;
}

function whyNotAsked(hospital: ModelHospital, visit: ModelVisit, delivery: SentDelivery, now: Date): string | null {
  const record = rootOf(visit.record);
  if (visitsOf(hospital, record).some(({ state, patientClass }) => state === 'open' && patientClass === 'I'))
    return 'a survey to somebody in a bed';
  if (visit.isAnswered) return 'a survey to somebody who has answered it';
  if (delivery.reminder > 0) return null;
  if (!hospital.surveyOn && visit.surveysSent === 0 && delivery.survey_id === hospital.surveyId)
    return 'a survey that is switched off';
  if (visit.surveysSent > 0) return 'a second survey about one visit';
  const since = now.getTime() - SURVEY_INTERVAL_DAYS * DAY;
  return record.asked.some(({ at }) => at.getTime() > since) ? 'a second survey within the interval' : null;
}
