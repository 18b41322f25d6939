import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue, type JobHandler } from '../../platform/jobs/jobs.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope, SYSTEM_SCOPE } from '../../platform/scope.ts';
import { insertOptOut } from '../consent/index.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
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

/** A gateway's message is known within seconds of the receipt, or its process died and it never will be. */
export const RECEIPTS_KEPT_DAYS = 7;
const MAX_APPLIED_AT_ONCE = 5_000;

/** Stores a receipt before its gateway is answered; it is applied by a job, and kept until its delivery is known. */
export async function receiveReceipt(ctx: Context, receipt: Receipt): Promise<void> {
  await ctx.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const id = await insertReceipt(tx, receipt, ctx.clock());
    await enqueue(tx, [{ task: APPLY_RECEIPT, payload: { receipt_id: id } }]);
  });
}

/** Applies one receipt; when its delivery is not known yet it goes on waiting. */
export const applyReceiptJob =
  (ctx: Context): JobHandler =>
  async (payload) =>
    applyReceipt(ctx, Number(payload['receipt_id']));

/** Every minute: the receipts that were faster than our own record of what the gateway took. */
export async function applyWaitingReceipts(ctx: Context): Promise<void> {
  const ids = await ctx.db.transaction(SYSTEM_SCOPE, (tx) => listDeliverable(tx, MAX_APPLIED_AT_ONCE));
  for (const id of ids) await applyReceipt(ctx, id);
}

async function applyReceipt(ctx: Context, receiptId: number): Promise<void> {
  const found = await ctx.db.transaction(SYSTEM_SCOPE, (tx) => findForReceipt(tx, receiptId));
  if (!found) return;
  const { application_id: applicationId } = found.delivery;
  await ctx.db.transaction(
    found.receipt.application_id === null ? SYSTEM_SCOPE : applicationScope(applicationId),
    async (tx) => {
      // Deleted by this transaction or by another: it is applied once.
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
    await insertOptOut(tx, { applicationId, channel, address: recipient }, source);
  }
}

function moveOf(id: number, { event, error }: WaitingReceipt, now: Date): DeliveryMove | null {
  if (event === 'delivered') return { id, event: 'delivered', at: now };
  // A complaint is about a message that arrived; only its address is written to no more.
  if (event === 'complained') return null;
  return { id, event: 'undelivered', error: error ?? WHY[event] };
}

const WHY = {
  failed: 'The gateway took it and could not deliver it.',
  bounced: 'It came back: nobody is at this address.',
};
