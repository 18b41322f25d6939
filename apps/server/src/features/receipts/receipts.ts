import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, systemScope } from '../../platform/scope.ts';
import { withoutAddresses } from '../../platform/without-addresses.ts';
import { insertOptOut } from '../consent/index.ts';
import { moveDeliveries, type DeliveryMove } from '../deliveries/index.ts';
import {
  deleteReceipt,
  findForReceipt,
  insertReceipt,
  listDeliverable,
  type Receipt,
  type WaitingReceipt,
} from './receipts.queries.ts';

export const APPLY_RECEIPT = 'apply-receipt';
export const APPLY_WAITING_RECEIPTS = 'apply-waiting-receipts';

/** The delivery of a receipt is usually known within seconds; if its process died, it is never known. */
export const RECEIPTS_KEPT_DAYS = 7;
const MAX_APPLIED_AT_ONCE = 5_000;

/** Stores a receipt before its gateway is answered. A job applies it. It is kept until its delivery is known. */
export async function receiveReceipt(ctx: Context, { error, ...receipt }: Receipt): Promise<void> {
  await ctx.db.transaction(systemScope('credential'), async (tx) => {
    const row = { ...receipt, error: error === undefined ? undefined : withoutAddresses(error) };
    const id = await insertReceipt(tx, row, ctx.clock());
    await enqueue(tx, [{ task: APPLY_RECEIPT, payload: { receipt_id: id } }]);
  });
}

/** Applies one receipt. When its delivery is not known yet, it keeps waiting. */
export const applyReceiptJob =
  (ctx: Context): JobHandler =>
  async (payload) =>
    applyReceipt(ctx, Number(payload['receipt_id']));

/** Applies, every minute, the receipts that came before our own record of the sent message. */
export async function applyWaitingReceipts(ctx: Context): Promise<void> {
  const ids = await ctx.db.transaction(systemScope('credential'), (tx) => listDeliverable(tx, MAX_APPLIED_AT_ONCE));
  for (const id of ids) await applyReceipt(ctx, id);
}

async function applyReceipt(ctx: Context, receiptId: number): Promise<void> {
  const found = await ctx.db.transaction(systemScope('credential'), (tx) => findForReceipt(tx, receiptId));
  if (!found) return;
  const { application_id: applicationId } = found.delivery;
  await ctx.db.transaction(
    found.receipt.application_id === null ? systemScope('credential') : applicationScope(applicationId),
    async (tx) => {
      // The transaction that deletes the receipt applies it, so it is applied once.
      if (!(await deleteReceipt(tx, receiptId))) return;
      await apply(tx, ctx, found);
      await announce(tx, applicationId, ['deliveries']);
    },
  );
}

async function apply(
  tx: Tx,
  ctx: Context,
  { receipt, delivery }: NonNullable<Awaited<ReturnType<typeof findForReceipt>>>,
): Promise<void> {
  const { id, application_id: applicationId, channel, recipient } = delivery;
  const move = moveOf(id, receipt, ctx.clock());
  if (move) await moveDeliveries(tx, applicationId, [move]);
  if ((receipt.event === 'bounced' || receipt.event === 'complained') && recipient && channel !== 'push') {
    const source = receipt.event === 'bounced' ? 'bounce' : 'complaint';
    await insertOptOut(
      tx,
      { applicationId, channel, address: recipient },
      { source, patientId: delivery.patient_id, contactId: delivery.contact_id },
    );
  }
}

function moveOf(id: number, { event, error }: WaitingReceipt, now: Date): DeliveryMove | null {
  if (event === 'delivered') return { id, event: 'delivered', at: now };
  // A complaint is about a message that arrived, so only its address is opted out.
  if (event === 'complained') return null;
  return { id, event: 'undelivered', error: error ?? WHY[event] };
}

const WHY = {
  failed: 'The gateway accepted the message and could not deliver it.',
  bounced: 'The message bounced: nobody receives messages at this address.',
};
