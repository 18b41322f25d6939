import type { deliveries } from '@wardvoice/contract';
import type { PatientChannel } from '../consent/index.ts';
import { ageInYears } from '../visits/index.ts';

/** Deliveries to patients and contacts: nothing else has a gate. */
export const PATIENT_PURPOSES = ['survey', 'message', 'de_escalation'] as const;
export type PatientPurpose = (typeof PATIENT_PURPOSES)[number];

export const isForPatient = ({ purpose }: { purpose: string }): boolean =>
  (PATIENT_PURPOSES as readonly string[]).includes(purpose);

/** What is known, at one moment, of a delivery and the person it is for. */
export interface GateFacts {
  /** A de-escalation survey follows up an answer: that its person was asked before is no reason against it. */
  purpose: PatientPurpose;
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
  time_zone: string;
  minimum_age: number;
  deceased: boolean;
  protected: boolean;
  identity_unknown: boolean;
  /** ISO date; null when unknown, which is taken for grown-up */
  birth_date: string | null;
  phone: string | null;
  email: string | null;
  /** MSH-11 */
  processing_id: string | null;
  /** Reprocessed, reloaded, uploaded, or older than 72 hours when it came. */
  replay: boolean;
  event_cancelled: boolean;
  /** A discharge, and the patient is in the house again. */
  readmitted: boolean;
  /** The survey that this reminds of has been answered. */
  already_answered: boolean;
  /** The survey is switched off, or was deleted. */
  survey_off: boolean;
  survey_empty: boolean;
  /** Nobody can be sure who this is until a person has decided. */
  identity_in_doubt: boolean;
  /** Away from the ward for some hours, and in the care of the hospital still. */
  on_leave: boolean;
  /** As many messages of every kind as the application allows in a day, or a week. */
  too_many_lately: boolean;
  /** A person gave a reason to send it against the settings of the application. */
  overridden: boolean;
  /** This visit was asked, or has answered, by whichever way. */
  asked_this_visit: boolean;
  asked_lately: boolean;
  email_opted_out: boolean;
  sms_opted_out: boolean;
  email_bounced: boolean;
  sms_bounced: boolean;
}

export type GateAnswer =
  { open: true; channel: PatientChannel; recipient: string } | { open: false; reason: deliveries.SuppressionReason };

/** Refusals that a person may override with a reason: settings of the application, and nothing else. */
export const OVERRIDABLE: ReadonlySet<deliveries.SuppressionReason> = new Set(['asked_lately', 'too_many_lately']);

/** The one gate before every send to a patient. Pure: the same facts, the same answer, at planning and at send time. */
export function askGate(
  facts: GateFacts,
  isAddress: (channel: PatientChannel, address: string) => boolean,
  now: Date,
): GateAnswer {
  const reason = refusal(facts, now);
  if (reason) return { open: false, reason };
  const channels = facts.fallback_channel ? [facts.channel, facts.fallback_channel] : [facts.channel];
  const refusals: deliveries.SuppressionReason[] = [];
  for (const channel of channels) {
    const recipient = channel === 'email' ? facts.email : facts.phone;
    const optedOut = channel === 'email' ? facts.email_opted_out : facts.sms_opted_out;
    const bounced = channel === 'email' ? facts.email_bounced : facts.sms_bounced;
    if (!recipient) refusals.push('no_address');
    else if (optedOut) refusals.push('opted_out');
    else if (bounced || !isAddress(channel, recipient)) refusals.push('invalid_address');
    else return { open: true, channel, recipient };
  }
  // Of two channels the more telling refusal: somebody said stop, rather than that an address is missing.
  const telling = (['opted_out', 'invalid_address'] as const).find((one) => refusals.includes(one));
  return { open: false, reason: telling ?? 'no_address' };
}

function refusal(facts: GateFacts, now: Date): deliveries.SuppressionReason | null {
  if (facts.deceased) return 'deceased';
  if (facts.processing_id !== 'P') return 'not_production';
  if (facts.replay) return 'replay';
  if (facts.event_cancelled) return 'event_cancelled';
  if (facts.identity_unknown) return 'identity_unknown';
  if (facts.identity_in_doubt) return 'identity_in_doubt';
  if (facts.protected) return 'protected';
  if (isUnderAge(facts, now)) return 'under_age';
  if (facts.survey_off) return 'survey_off';
  if (facts.survey_empty) return 'survey_empty';
  if (facts.on_leave) return 'on_leave';
  if (facts.readmitted) return 'readmitted';
  if (facts.already_answered) return 'already_answered';
  if (facts.purpose === 'survey' && facts.asked_this_visit) return 'already_asked_visit';
  // What a setting decides, a person may decide otherwise; never death, opting out, identity or age.
  if (facts.overridden) return null;
  if (facts.purpose === 'survey' && facts.asked_lately) return 'asked_lately';
  // A person asks again after a case, once.
  if (facts.purpose !== 'de_escalation' && facts.too_many_lately) return 'too_many_lately';
  return null;
}

/** Whose age is not known is taken for grown-up. */
function isUnderAge({ birth_date, time_zone, minimum_age }: GateFacts, now: Date): boolean {
  const age = ageInYears(birth_date, time_zone, now);
  return age !== null && age < minimum_age;
}
