import type { deliveries, inPerson } from '@wardvoice/contract';
import type { PatientChannel } from '../consent/index.ts';
import { ageInYears, isDiagnosisOf } from '../patient-events/index.ts';
import { leavesOut, type VisitCodes } from './leaves-out.ts';

/** Purposes of deliveries to patients and contacts that the gate is asked about. Other deliveries have no gate. */
export const PATIENT_PURPOSES = ['survey', 'message', 'de_escalation'] as const;
export type PatientPurpose = (typeof PATIENT_PURPOSES)[number];

/** All that patients and contacts are sent. What answers somebody who has just written to the hospital is not asked about. */
export const PURPOSES_TO_PATIENTS = [...PATIENT_PURPOSES, 'automatic_reply'] as const;

export const isForPatient = ({ purpose }: { purpose: string }): boolean =>
  PATIENT_PURPOSES.some((known) => known === purpose);

/** The facts about a delivery and its person at one time. */
export interface GateFacts extends VisitCodes {
  /** A de-escalation survey follows up answers, so an earlier survey is no reason against it. */
  purpose: PatientPurpose;
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
  time_zone: string;
  minimum_age: number;
  deceased: boolean;
  protected: boolean;
  identity_unknown: boolean;
  /** ISO date; null when unknown, in which case the person counts as an adult. */
  birth_date: string | null;
  phone: string | null;
  email: string | null;
  /** MSH-11 */
  processing_id: string | null;
  /** The message was reprocessed, reloaded, uploaded or entered to send nothing, or older than 72 hours on arrival. */
  replay: boolean;
  event_cancelled: boolean;
  /**
   * The event is a discharge, and the patient is still in a bed by that stay or one that began before the discharge.
   */
  still_admitted: boolean;
  /** The event is a discharge, and the patient is in the hospital again by a stay that began after it. */
  readmitted: boolean;
  /** The survey that this is a reminder of has been answered. */
  already_answered: boolean;
  /** The survey is switched off, or was deleted. */
  survey_off: boolean;
  survey_empty: boolean;
  /** It is uncertain who the patient is, until a person decides. */
  identity_in_doubt: boolean;
  /** Away from the ward for some hours, and still a patient of the hospital. */
  on_leave: boolean;
  /** A child of the person has died within the last year, and no colleague writes. */
  bereaved: boolean;
  /** Diagnoses of the person's stays of the last year; null where a colleague writes. */
  diagnosed_lately: readonly string[] | null;
  /** Beginnings of diagnoses that say that a child was lost. */
  loss_diagnoses: readonly string[];
  /** The person got as many messages as the application allows in a day or a week. */
  too_many_lately: boolean;
  /** The application only listens, or nobody has approved the sender yet. */
  listens_only: boolean;
  /** The pathway that it is a step of has ended for the person. */
  pathway_ended: boolean;
  /** The filters of the rule as they are now; null without a rule. */
  rule_filters: Readonly<Record<string, readonly string[]>> | null;
  /** The rule asks a random share, and this visit was not drawn. */
  sampled_out: boolean;
  /** Number of people of the ward whom the rule may still ask this month; null: it has no quota. */
  quota_left: number | null;
  /** The rule, the ward and the month for which `quota_left` counts. */
  quota_key: string | null;
  /** A person gave a reason to send it against a setting of the application. */
  overridden: boolean;
  /** A survey about this visit was sent or answered by another way. */
  asked_this_visit: boolean;
  asked_lately: boolean;
  email_opted_out: boolean;
  sms_opted_out: boolean;
  /** The legal basis of the delivery's purpose is consent, and the person has not given it at this address. */
  email_not_agreed: boolean;
  sms_not_agreed: boolean;
  email_bounced: boolean;
  sms_bounced: boolean;
}

/** What is left of a quota. Whoever lets several through at once counts them by `key`. */
export interface Quota {
  key: string;
  left: number;
}

export type GateAnswer =
  | { open: true; channel: PatientChannel; recipient: string; quota?: Quota }
  | { open: false; reason: deliveries.SuppressionReason };

/** Whether what is sent to an address arrives. `unlikely`: the other channel is tried first where there is one. */
export type Reach = 'likely' | 'unlikely' | 'none';

/** Refusals that a person may override with a reason: what settings of the application decide, and grief. */
export const OVERRIDABLE: ReadonlySet<deliveries.SuppressionReason> = new Set([
  'bereaved',
  'asked_lately',
  'too_many_lately',
  'listens_only',
]);

/**
 * Decides before every send to a patient. It is a pure function, so planning and sending get the same answer from the
 * same facts.
 */
export function askGate(
  facts: GateFacts,
  reach: (channel: PatientChannel, address: string) => Reach,
  now: Date,
): GateAnswer {
  const reason = refusal(facts, now);
  if (reason) return { open: false, reason };
  const channels = facts.fallback_channel ? [facts.channel, facts.fallback_channel] : [facts.channel];
  const refusals: deliveries.SuppressionReason[] = [];
  const ways: { channel: PatientChannel; recipient: string; isLikely: boolean }[] = [];
  for (const channel of channels) {
    const recipient = channel === 'email' ? facts.email : facts.phone;
    const optedOut = channel === 'email' ? facts.email_opted_out : facts.sms_opted_out;
    const notAgreed = channel === 'email' ? facts.email_not_agreed : facts.sms_not_agreed;
    const bounced = channel === 'email' ? facts.email_bounced : facts.sms_bounced;
    const reached = recipient && !bounced ? reach(channel, recipient) : 'none';
    if (!recipient) refusals.push('no_address');
    else if (optedOut) refusals.push('opted_out');
    else if (notAgreed) refusals.push('no_consent');
    else if (reached === 'none') refusals.push('invalid_address');
    else ways.push({ channel, recipient, isLikely: reached === 'likely' });
  }
  const way = ways.find(({ isLikely }) => isLikely) ?? ways[0];
  if (way) {
    const { channel, recipient } = way;
    // The draw and the quota are last, so that those whom they leave out are people who could have been asked.
    if (facts.sampled_out) return { open: false, reason: 'not_sampled' };
    if (facts.quota_left === null || facts.quota_key === null) return { open: true, channel, recipient };
    if (facts.quota_left <= 0) return { open: false, reason: 'over_quota' };
    return { open: true, channel, recipient, quota: { key: facts.quota_key, left: facts.quota_left } };
  }
  // Of two refusals the more important one is reported: an opt-out rather than a missing address.
  const telling = (['opted_out', 'no_consent', 'invalid_address'] as const).find((one) => refusals.includes(one));
  return { open: false, reason: telling ?? 'no_address' };
}

/**
 * Returns why staff are not to ask somebody in person. Nothing is sent, so addresses, the age of the event and limits of
 * sending do not matter.
 */
export function refusalInPerson(facts: GateFacts, now: Date): inPerson.RefusalInPerson | null {
  return refusalOfPerson(facts, now) ?? (isBereaved(facts) ? 'bereaved' : facts.asked_lately ? 'asked_lately' : null);
}

/** Reasons that hold in whatever way the person is asked. */
function refusalOfPerson(facts: GateFacts, now: Date): inPerson.RefusalInPerson | null {
  if (facts.deceased) return 'deceased';
  if (facts.event_cancelled) return 'event_cancelled';
  if (facts.identity_unknown) return 'identity_unknown';
  if (facts.identity_in_doubt) return 'identity_in_doubt';
  if (facts.protected) return 'protected';
  if (isUnderAge(facts, now)) return 'under_age';
  if (facts.survey_off) return 'survey_off';
  if (facts.survey_empty) return 'survey_empty';
  return null;
}

function refusal(facts: GateFacts, now: Date): deliveries.SuppressionReason | null {
  const ofPerson = refusalOfPerson(facts, now);
  if (ofPerson === 'deceased') return ofPerson;
  if (facts.processing_id !== 'P') return 'not_production';
  if (facts.replay) return 'replay';
  if (ofPerson) return ofPerson;
  if (facts.pathway_ended) return 'pathway_ended';
  if (facts.rule_filters && leavesOut(facts.rule_filters, facts)) return 'left_out_by_rule';
  if (facts.on_leave) return 'on_leave';
  if (facts.still_admitted) return 'still_admitted';
  if (facts.readmitted) return 'readmitted';
  if (facts.already_answered) return 'already_answered';
  if (facts.purpose === 'survey' && facts.asked_this_visit) return 'already_asked_visit';
  // A person may override settings, but never death, opt-outs, identity or age.
  if (facts.overridden) return null;
  if (isBereaved(facts)) return 'bereaved';
  if (facts.listens_only) return 'listens_only';
  if (facts.purpose === 'survey' && facts.asked_lately) return 'asked_lately';
  // A person decides to send a de-escalation survey, and it is sent once.
  if (facts.purpose !== 'de_escalation' && facts.too_many_lately) return 'too_many_lately';
  return null;
}

const isBereaved = ({ bereaved, diagnosed_lately, loss_diagnoses }: GateFacts): boolean =>
  bereaved || isDiagnosisOf(diagnosed_lately, loss_diagnoses);

/** A patient of unknown age counts as an adult. */
function isUnderAge({ birth_date, time_zone, minimum_age }: GateFacts, now: Date): boolean {
  const age = ageInYears(birth_date, time_zone, now);
  return age !== null && age < minimum_age;
}
