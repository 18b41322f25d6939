import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { patientOfContact } from '../contacts/index.ts';
import { findUnprocessedSubjects } from '../acknowledged/index.ts';
import type { DeliveryMove } from './delivery-state.ts';

/** The wait before the gate is asked again. Processing usually takes less. */
const ASK_AGAIN_MS = 1_000;
/**
 * With a backlog the wait is between this and twice this. Many deliveries wait then, and checking them must not slow
 * processing down.
 */
const AFTER_BACKLOG_MS = 5_000;

/**
 * Finds deliveries to patients whom an acknowledged but unprocessed message may be about, because it may cancel the
 * event that the delivery is about. Returns the moves that hold these deliveries back. It is called when deliveries are
 * claimed, and right before they are sent, for messages that were acknowledged in between.
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

/** A delivery, and the last processed message about its person when the gate was asked; null when there was none. */
export interface Asked {
  id: number;
  last_message_id: number | null;
}

/**
 * Finds deliveries that must not be sent although the gate let them through, right before they are sent. A message
 * about the person came in between, which is either not processed yet, or was processed after the gate had read its
 * facts. The two checks are in this order so that a message which is processed between them is found.
 */
export async function holdBackHeardOf(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  asked: readonly Asked[],
): Promise<DeliveryMove[]> {
  const ids = asked.map(({ id }) => id);
  const unprocessed = await holdBackUnprocessed(tx, ctx, applicationId, ids);
  const held = new Set(unprocessed.map(({ id }) => id));
  const last = await listLastMessages(tx, applicationId, ids);
  const at = new Date(ctx.clock().getTime() + ASK_AGAIN_MS);
  const processed = asked
    .filter(({ id, last_message_id: known }) => !held.has(id) && (last.get(id) ?? 0) > (known ?? 0))
    .map(({ id }): DeliveryMove => ({ id, event: 'held_back', at, slot_at: null }));
  return [...unprocessed, ...processed];
}

/**
 * Returns, for each delivery, the id of the last processed message about its person. Ids are in the order of
 * acknowledgements.
 */
export async function listLastMessages(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
): Promise<Map<number, number>> {
  // This is one statement, because a merge may change the person of a delivery at any time.
  const { rows } = await sql<{ id: number; last_id: number | null }>`
    select d.id, (
      select max(m.id) from hl7_messages m
      where m.application_id = d.application_id and m.patient_id = person.patient_id) as last_id
    from ${withPersons(applicationId, deliveryIds)}`.execute(tx);
  return new Map(rows.flatMap(({ id, last_id }) => (last_id === null ? [] : [[id, last_id] as const])));
}

/** Returns the patient of each delivery, including the patient that a contact stands for. */
async function listPatients(
  tx: Tx,
  applicationId: number,
  deliveryIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; patient_id: number | null }>`
    select d.id, person.patient_id from ${withPersons(applicationId, deliveryIds)}`.execute(tx);
  return new Map(rows.flatMap(({ id, patient_id }) => (patient_id === null ? [] : [[id, patient_id] as const])));
}

/** SQL: these deliveries `d`, each with its `person`. */
const withPersons = (applicationId: number, deliveryIds: readonly number[]) => sql`
    unnest(${deliveryIds}::bigint[]) as wanted (id)
    join deliveries d on d.application_id = ${applicationId} and d.id = wanted.id
    left join contacts c on c.application_id = d.application_id and c.id = d.contact_id
    cross join lateral (select coalesce(d.patient_id, ${patientOfContact}) as patient_id offset 0) person`;
