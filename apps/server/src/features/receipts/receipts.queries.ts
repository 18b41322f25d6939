import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface Receipt {
  event: 'delivered' | 'failed' | 'bounced' | 'complained';
  gateway_message_id?: string | undefined;
  idempotency_key?: string | undefined;
  error?: string | undefined;
  /** The application whose credentials were used; null for a gateway that serves all applications. */
  application_id: number | null;
}

export interface WaitingReceipt {
  id: number;
  event: Receipt['event'];
  application_id: number | null;
  error: string | null;
}

export async function insertReceipt(tx: Tx, receipt: Receipt, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('waiting_receipts')
    .values({ ...receipt, received_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** SQL: the delivery of a receipt. A gateway should never use one key for several deliveries; if it did, the newest. */
const MATCHED = sql`
  cross join lateral (
    select d.id, d.application_id, d.channel, d.recipient, d.patient_id, d.contact_id from deliveries d
    where (r.idempotency_key is not null and d.idempotency_key = r.idempotency_key
        or r.idempotency_key is null and d.gateway_message_id = r.gateway_message_id)
      and (r.application_id is null or d.application_id = r.application_id)
    order by d.id desc limit 1) matched`;

/**
 * Finds a receipt and its delivery; undefined while the delivery is unknown. Needs a transaction that sees all
 * applications.
 */
export async function findForReceipt(tx: Tx, id: number) {
  const { rows } = await sql<
    WaitingReceipt & {
      delivery: {
        id: number;
        application_id: number;
        channel: deliveries.Channel;
        recipient: string | null;
        patient_id: number | null;
        contact_id: number | null;
      };
    }
  >`
    select r.id, r.event, r.application_id, r.error, to_json(matched) as delivery
    from waiting_receipts r ${MATCHED}
    where r.id = ${id}`.execute(tx);
  const [found] = rows;
  return found && { receipt: found, delivery: found.delivery };
}

/** Lists receipts whose delivery is known, oldest first. */
export async function listDeliverable(tx: Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from waiting_receipts r ${MATCHED} order by r.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns false when another transaction has applied the receipt. */
export async function deleteReceipt(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('waiting_receipts').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Deletes old receipts whose delivery was never found. */
export async function forgetReceipts(tx: Tx, until: Date): Promise<void> {
  await tx.deleteFrom('waiting_receipts').where('received_at', '<', until).execute();
}
