import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from '../consent/index.ts';
import { AFTER_ALL_IDS, isAddress } from './ask-gate.ts';
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
      const numbered = supposed.map(({ at, ...delivery }, index) => ({
        ...delivery,
        id: AFTER_ALL_IDS + index,
        application_id: applicationId,
        created_at: at,
      }));
      const rows = await readFacts(
        tx,
        applicationId,
        sql`select * from jsonb_populate_recordset(null::deliveries, ${JSON.stringify(numbered)}::jsonb)`,
        {
          at: sql`d.created_at`,
          counts: sql<boolean>`other.created_at <= d.created_at and other.trigger_id is distinct from ${exceptTriggerId}`,
        },
      );
      return new Map(rows.map((row) => [row.id - AFTER_ALL_IDS, row]));
    },
    decide: (supposed, factsByPlace) =>
      supposed.map(({ patient_id, visit_id, purpose, at }, place) => {
        const facts = factsByPlace.get(place);
        // Without facts the patient no longer exists.
        if (!facts) return { open: false, reason: 'no_address' };
        const known = asked.find(patient_id, visit_id, [facts.phone, facts.email], at, facts.survey_interval_days);
        const asking = {
          ...facts,
          asked_this_visit: facts.asked_this_visit || known.thisVisit,
          asked_lately: facts.asked_lately || known.lately,
        };
        const answer = applyQuota(askGate(asking, isAddress, at));
        if (answer.open && purpose === 'survey') asked.note(patient_id, visit_id, answer.recipient, at);
        return answer;
      }),
  };
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
