import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from '../consent/index.ts';
import { AFTER_ALL_IDS, reach } from './ask-gate.ts';
import { readFacts, type FactsRow } from './facts.queries.ts';
import { askGate, type GateAnswer } from './gate.ts';
import { createQuotaPlaces } from './quota-places.ts';

/** A delivery that was never planned, with the time at which the gate is asked. */
export interface SupposedDelivery {
  purpose: 'survey' | 'message';
  channel: PatientChannel;
  fallback_channel: PatientChannel | null;
  survey_id: number | null;
  message_id: number;
  patient_id: number;
  visit_id: number | null;
  sampled_out: boolean;
  ward_quota: number | null;
  quota_key: string | null;
  /** When it would be due. */
  send_at: Date;
  at: Date;
}

/** The facts of supposed deliveries by their place among those that were given. */
type SupposedFacts = ReadonlyMap<number, FactsRow>;

/**
 * Asks the gate about deliveries that were never stored, oldest first, as if each had been sent when the gate allowed it, so that one
 * may prevent a later one as it would in reality. Facts about patients are the current ones. Writes nothing.
 */
export interface Supposition {
  /** Reads facts. It remembers nothing, so that those of several parts may be read at once. */
  read(tx: Tx, supposed: readonly SupposedDelivery[]): Promise<SupposedFacts>;
  /** Decides about a part, which must be later than the part before. Answers are in the order given. */
  decide(supposed: readonly SupposedDelivery[], facts: SupposedFacts): GateAnswer[];
}

/** Deliveries of the trigger `exceptTriggerId`, which is being tried, are ignored. */
export function createSupposition(applicationId: number, exceptTriggerId: number | null): Supposition {
  const asked = createMemory();
  const applyQuota = createQuotaPlaces();
  return {
    async read(tx, supposed) {
      if (supposed.length === 0) return new Map();
      const rows = await readFacts(tx, applicationId, rowsOf(applicationId, supposed), {
        at: sql`d.created_at`,
        counts: sql<boolean>`other.created_at <= d.created_at and other.trigger_id is distinct from ${exceptTriggerId}`,
      });
      return new Map(rows.map((row) => [row.id - AFTER_ALL_IDS, row]));
    },
    decide: (supposed, factsByPlace) =>
      supposed.map(({ patient_id, visit_id, purpose, at }, place) => {
        const facts = factsByPlace.get(place);
        // Without facts the patient no longer exists.
        if (!facts) return { open: false, reason: 'no_address' };
        const known = asked.find(patient_id, visit_id, [facts.phone, facts.email], at, facts.survey_interval_days);
        // The facts were read for this decision alone. Copies of so many, a million times, keep the garbage collector busy.
        facts.asked_this_visit ||= known.thisVisit;
        facts.asked_lately ||= known.lately;
        const answer = applyQuota(askGate(facts, reach, at));
        if (answer.open && purpose === 'survey') asked.note(patient_id, visit_id, answer.recipient, at);
        return answer;
      }),
  };
}

/**
 * SQL: the supposed deliveries as rows of the table, numbered by their place. Arrays, because PostgreSQL takes several times as long for
 * as many objects of JSON.
 */
function rowsOf(applicationId: number, supposed: readonly SupposedDelivery[]): RawBuilder<unknown> {
  const all = <K extends keyof SupposedDelivery>(field: K) => supposed.map((one) => one[field]);
  return sql`
    select ${AFTER_ALL_IDS}::bigint + given.place - 1 as id, ${applicationId}::bigint as application_id, given.*, given.at as created_at,
      null::bigint as contact_id, null::bigint as invitation_id, null::bigint as trigger_id, null::bigint as enrolment_id,
      null::bigint as broadcast_run_id, null::integer as reminder, null::boolean as addressed, null::text as recipient,
      null::text as override_reason
    from unnest(
      ${all('purpose')}::text[], ${all('channel')}::text[], ${all('fallback_channel')}::text[], ${all('survey_id')}::bigint[],
      ${all('message_id')}::bigint[], ${all('patient_id')}::bigint[], ${all('visit_id')}::bigint[], ${all('sampled_out')}::boolean[],
      ${all('ward_quota')}::integer[], ${all('quota_key')}::text[], ${all('send_at')}::timestamptz[], ${all('at')}::timestamptz[])
      with ordinality as given (purpose, channel, fallback_channel, survey_id, message_id, patient_id, visit_id, sampled_out, ward_quota,
        quota_key, send_at, at, place)`;
}

const DAY_MS = 86_400_000;

/** Remembers which of the supposed deliveries were sent, to whom and when. */
function createMemory() {
  const visits = new Set<number>();
  const patients = new Map<number, number>();
  const addresses = new Map<string, number>();
  return {
    find(patientId: number, visitId: number | null, to: readonly (string | null)[], at: Date, intervalDays: number) {
      const since = at.getTime() - intervalDays * DAY_MS;
      return {
        thisVisit: visitId !== null && visits.has(visitId),
        lately:
          (patients.get(patientId) ?? -Infinity) > since ||
          to.some((address) => address !== null && (addresses.get(address) ?? -Infinity) > since),
      };
    },
    note(patientId: number, visitId: number | null, recipient: string, at: Date) {
      if (visitId !== null) visits.add(visitId);
      patients.set(patientId, at.getTime());
      addresses.set(recipient, at.getTime());
    },
  };
}
