import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** The types of columns, which the table's constraints guarantee. */
interface Narrowed {
  channel: deliveries.Channel;
  state: deliveries.DeliveryState;
  reason: deliveries.SuppressionReason | null;
}

export function findDeliveryByCause(tx: Tx, applicationId: number, cause: string) {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'state', 'reason', 'channel', 'send_at'])
    .$narrowType<Narrowed>()
    .where('application_id', '=', applicationId)
    .where('cause', '=', cause)
    .executeTakeFirst();
}

/**
 * Deletes the texts and addresses of deliveries to these patients and contacts, and of notices to colleagues about these
 * cases. The rows stay. Returns their number.
 */
export async function forgetDeliveriesOf(
  tx: Tx,
  applicationId: number,
  patientIds: readonly number[],
  { contactIds, caseIds }: { contactIds: readonly number[]; caseIds: readonly number[] } = NOBODY_ELSE,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries set recipient = null, subject = null, text = '', payload = null, last_error = null
    where application_id = ${applicationId} and (
      patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[])
      or case_id = any(${caseIds}::bigint[]))`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const NOBODY_ELSE = { contactIds: [], caseIds: [] };

/** Moves the deliveries of a contact to another, who is the same person. */
export async function giveDeliveriesTo(
  tx: Tx,
  applicationId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ contact_id: toId })
    .where('application_id', '=', applicationId)
    .where('contact_id', '=', fromId)
    .execute();
}

/** Stores why a person sends these deliveries although a setting is against it. */
export async function setOverrideReason(
  tx: Tx,
  applicationId: number,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ override_reason: reason })
    .where('application_id', '=', applicationId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}
