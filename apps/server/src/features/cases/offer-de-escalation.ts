import type { cases } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { askGateBeforehand } from '../suppression/index.ts';
import { maskAddress } from '../consent/index.ts';
import { channelsAgain } from '../deliveries/index.ts';
import { listAnswers } from './cases.queries.ts';
import { findAnswerer, findAskedAgain, stateOf, type Answerer } from './de-escalation.queries.ts';

/** Returns the reason why this person cannot be asked again, whatever the gate says; null when they can. */
export function refusalOf(person: Answerer): (typeof cases.NO_DE_ESCALATION)[number] | null {
  if (person.asked_already) return 'asked_already';
  if (person.survey_id === null) return 'no_survey';
  if (!person.survey_active) return 'survey_inactive';
  return person.patient_id === null && person.contact_id === null ? 'anonymous' : null;
}

/**
 * Returns what closing the case now would send and to whom, or why nothing would be sent. The gate is asked again
 * before sending.
 */
export async function offerDeEscalation(
  tx: Tx,
  applicationId: number,
  caseId: number,
  now: Date,
): Promise<cases.DeEscalationOffer | null> {
  const person = await findAnswerer(tx, applicationId, caseId);
  if (!person) return null;
  const offer = { survey_title: person.survey_title, channel: null, recipient: null };
  const refusal = refusalOf(person);
  if (refusal) return { ...offer, refusal };
  const answer = await askGateAbout(tx, applicationId, person, now);
  return answer.open
    ? { ...offer, channel: answer.channel, recipient: maskAddress(answer.recipient), refusal: null }
    : { ...offer, refusal: answer.reason };
}

/** Asks the gate whether this person may be asked again now. */
export function askGateAbout(tx: Tx, applicationId: number, person: Answerer, now: Date) {
  const { patient_id, contact_id, visit_id, message_id, survey_id, recipient, addressed } = person;
  const about = { patient_id, contact_id, visit_id, message_id, survey_id, recipient, addressed };
  return askGateBeforehand(tx, applicationId, { ...about, ...channelsAgain(person), purpose: 'de_escalation' }, now);
}

/** Returns the de-escalation survey of the case and the answers to it; null when there was none. */
export async function describeDeEscalation(
  tx: Tx,
  applicationId: number,
  caseId: number,
  now: Date,
): Promise<cases.DeEscalation | null> {
  const found = await findAskedAgain(tx, applicationId, caseId);
  if (!found) return null;
  const { feedback_id, reason, survey_title, channel, recipient, case_id, score, opened_case_id } = found;
  return {
    state: stateOf(found, now),
    reason,
    survey_title,
    channel,
    recipient: recipient === null ? null : maskAddress(recipient),
    at: found.at.toISOString(),
    expires_at: found.expires_at.toISOString(),
    case_id,
    score,
    answered_at: found.answered_at?.toISOString() ?? null,
    answers: feedback_id === null ? [] : await listAnswers(tx, applicationId, feedback_id),
    opened_case_id,
  };
}
