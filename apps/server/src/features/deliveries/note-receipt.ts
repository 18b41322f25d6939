import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, SYSTEM_SCOPE } from '../../platform/scope.ts';
import { type PatientChannel, insertOptOut } from '../consent/index.ts';

export const NOTE_RECEIPT = 'note-receipt';
/** A receipt can be faster than our own note of having sent; by then we have long written it. */
const ATTEMPTS = 6;

export interface Receipt {
  event: 'delivered' | 'failed' | 'bounced' | 'complained';
  gateway_message_id?: string | undefined;
  idempotency_key?: string | undefined;
  error?: string | undefined;
  /** Whose credentials it came with; null: from a gateway of the house itself. */
  application_id: number | null;
}

/** Keeps a receipt until its delivery is found: it is noted by a job, so an answer to the gateway is an answer for good. */
export async function receiveReceipt(house: Context, receipt: Receipt): Promise<void> {
  await house.db.transaction(SYSTEM_SCOPE, (tx) =>
    enqueue(tx, [{ task: NOTE_RECEIPT, payload: { ...receipt }, maxAttempts: ATTEMPTS }]),
  );
}

interface Found {
  id: number;
  application_id: number;
  channel: PatientChannel | 'push';
  recipient: string | null;
}

export const noteReceiptJob =
  (house: Context): JobHandler =>
  (payload) =>
    noteReceipt(house, payload as unknown as Receipt);

async function noteReceipt(house: Context, receipt: Receipt): Promise<void> {
  const found = await house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const { rows } = await sql<Found>`
      select id, application_id, channel, recipient from deliveries
      where ${
        receipt.idempotency_key
          ? sql`idempotency_key = ${receipt.idempotency_key}`
          : sql`gateway_message_id = ${receipt.gateway_message_id}`
      } and ${receipt.application_id === null ? sql`true` : sql`application_id = ${receipt.application_id}`}
      order by id desc limit 1`.execute(tx);
    return rows[0];
  });
  if (!found) throw new Error('no delivery is known by this receipt yet');
  await house.db.transaction(applicationScope(found.application_id), async (tx) => {
    if (receipt.event === 'delivered') {
      await sql`
        update deliveries set state = 'delivered', delivered_at = ${house.clock()}
        where application_id = ${found.application_id} and id = ${found.id} and state in ('sending', 'sent')`.execute(
        tx,
      );
    } else {
      const why = receipt.error ?? WHY[receipt.event];
      // A complaint is about a message that arrived.
      if (receipt.event !== 'complained')
        await sql`
          update deliveries set state = 'failed', last_error = ${why}
          where application_id = ${found.application_id} and id = ${found.id} and state in ('sending', 'sent', 'delivered')`.execute(
          tx,
        );
      if (receipt.event !== 'failed' && found.recipient && found.channel !== 'push') {
        const address = { applicationId: found.application_id, channel: found.channel, address: found.recipient };
        await insertOptOut(tx, address, receipt.event === 'bounced' ? 'bounce' : 'complaint');
      }
    }
    await announce(tx, found.application_id, ['deliveries']);
  });
}

const WHY = {
  failed: 'The gateway took it and could not deliver it.',
  bounced: 'It came back: nobody is at this address.',
  complained: 'The receiver complained about it.',
};
