import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { findUnprocessedSubjects } from '../acknowledged/index.ts';
import type { DeliveryMove } from './delivery-state.ts';

/** Processing takes a moment, and then the gate is asked again. */
const ASK_AGAIN_MS = 1_000;
/** Behind a backlog, between so long and twice as long: many wait, and asking must not keep processing from its work. */
const AFTER_BACKLOG_MS = 5_000;

/**
 * Finds deliveries to patients whom an acknowledged message may be about that is not processed yet: it may take back what
 * they are written to about. Returns the moves that hold them back. Asked when deliveries are claimed, and in a transaction
 * of its own right before they leave, for what was acknowledged in between.
 */
export async function holdBackUnprocessed(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  deliveryIds: readonly number[],
): Promise<DeliveryMove[]> {
  if (deliveryIds.length === 0) return [];
  const patients = await listPatients(tx, applicationId, deliveryIds);
  const waiting = await findUnprocessedSubjects(tx, applicationId, [...new Set(patients.values())]);
  const delayMs = waiting.isBacklog ? AFTER_BACKLOG_MS * (1 + Math.random()) : ASK_AGAIN_MS;
  const at = new Date(ctx.clock().getTime() + delayMs);
  return [...patients].flatMap(([id, patientId]): DeliveryMove[] =>
    waiting.has(patientId) ? [{ id, event: 'held_back', at, slot_at: null }] : [],
  );
}

/** Who each delivery is to, also where it is to a contact who is a patient too. */
async function listPatients(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; patient_id: number | null }>`
    select d.id,
      coalesce(d.patient_id, (
        select n.patient_id from patient_identifiers n
        where n.application_id = d.application_id and n.identifier = c.external_id
        order by n.patient_id limit 1)) as patient_id
    from unnest(${deliveryIds}::bigint[]) as wanted (id)
    join deliveries d on d.application_id = ${applicationId} and d.id = wanted.id
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id`.execute(tx);
  return new Map(rows.flatMap(({ id, patient_id }) => (patient_id === null ? [] : [[id, patient_id] as const])));
}
