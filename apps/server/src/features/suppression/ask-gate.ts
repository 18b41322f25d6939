import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { sql } from 'kysely';
import type { inPerson } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import type { PatientChannel } from '../consent/index.ts';
import { readFacts } from './facts.queries.ts';
import { askGate, refusalInPerson, type GateAnswer, type PatientPurpose, type Reach } from './gate.ts';

/** Asks the gate about deliveries to patients, with the current facts. Other deliveries have no gate. */
export async function askGateFor(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
  now: Date,
): Promise<Map<number, GateAnswer>> {
  // Planning the query takes PostgreSQL longer than running it for a few deliveries, and with a backlog this is often
  // called with none.
  if (deliveryIds.length === 0) return new Map();
  const rows = await readFacts(
    tx,
    applicationId,
    sql`select * from deliveries where application_id = ${applicationId} and id = any(${deliveryIds}::bigint[])`,
    { at: sql`${now}::timestamptz`, counts: sql<boolean>`true` },
  );
  return new Map(rows.map((row) => [row.id, askGate(row, reach, now)]));
}

/** A delivery that is not stored. */
export interface ComingDelivery {
  purpose: PatientPurpose;
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
  recipient: string | null;
  addressed: boolean;
  message_id: number | null;
  patient_id: number | null;
  contact_id: number | null;
  visit_id: number | null;
  survey_id: number | null;
  trigger_id?: number | null;
  /** The place in a pathway that it is a step of. */
  enrolment_id?: number | null;
}

/** Asks the gate about a delivery that is not stored. */
export const askGateBeforehand = async (
  tx: Tx,
  applicationId: number,
  delivery: ComingDelivery,
  now: Date,
): Promise<GateAnswer> => onlyRow(await askGateBeforehandOfAll(tx, applicationId, [delivery], now));

/** Asks the gate about deliveries that are not stored, each as if there were no other of them. Answers are in the order given. */
export async function askGateBeforehandOfAll(
  tx: Tx,
  applicationId: number,
  deliveries: readonly ComingDelivery[],
  now: Date,
): Promise<GateAnswer[]> {
  if (deliveries.length === 0) return [];
  const numbered = deliveries.map((delivery, index) => ({
    ...delivery,
    id: AFTER_ALL_IDS + index,
    application_id: applicationId,
    created_at: now,
  }));
  const rows = await readFacts(
    tx,
    applicationId,
    sql`select * from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(numbered)}::jsonb)`,
    { at: sql`${now}::timestamptz`, counts: sql<boolean>`true` },
  );
  const factsById = new Map(rows.map((row) => [row.id, row]));
  return numbered.map(({ id }) => {
    const facts = factsById.get(id);
    return facts ? askGate(facts, reach, now) : { open: false, reason: 'no_address' };
  });
}

/**
 * Asks the gate whether staff may offer a survey to somebody in person, where nothing is sent. `invitation_id`: the offer
 * that is used, which does not count as asked before.
 */
export async function askGateInPerson(
  tx: Tx,
  applicationId: number,
  asked: {
    message_id: number | null;
    patient_id: number | null;
    contact_id: number | null;
    visit_id: number | null;
    survey_id: number;
    invitation_id: number | null;
  },
  now: Date,
): Promise<inPerson.RefusalInPerson | null> {
  const row = {
    ...asked,
    id: AFTER_ALL_IDS,
    application_id: applicationId,
    purpose: 'survey',
    channel: 'sms',
    addressed: false,
    created_at: now,
  };
  const [facts] = await readFacts(
    tx,
    applicationId,
    sql`select * from jsonb_populate_record(null::deliveries, ${JSON.stringify(row)}::jsonb)`,
    { at: sql`${now}::timestamptz`, counts: sql<boolean>`true` },
  );
  return facts ? refusalInPerson(facts, now) : null;
}

/** Greater than any id, so that stored deliveries come first. */
export const AFTER_ALL_IDS = 2 ** 52;

/** Returns whether something can be sent to an address. The gate refuses others as invalid. */
export const isAddress = (channel: PatientChannel, address: string): boolean => reach(channel, address) !== 'none';

/** Characters that separate addresses or words in a header are in no address that patients have (RFC 5322 §3.2.3). */
const EMAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;

/** Returns whether what is sent to an address arrives. Few landlines show an SMS. */
export function reach(channel: PatientChannel, address: string): Reach {
  if (channel === 'email') return EMAIL.test(address) ? 'likely' : 'none';
  const number = parsePhoneNumberFromString(address);
  if (!number?.isPossible()) return 'none';
  return number.getType() === 'FIXED_LINE' ? 'unlikely' : 'likely';
}
