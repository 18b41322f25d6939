import type { deliveries } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { moveDeliveries } from './delivery-state.ts';

export type Refusal = { id: number; reason: deliveries.SuppressionReason };

/** Stores refusals with their reasons and withdraws the links. Only deliveries that were not sent can be refused. */
export async function suppressDeliveries(tx: Tx, applicationId: number, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return;
  const moved = await moveDeliveries(
    tx,
    applicationId,
    refusals.map(({ id, reason }) => ({ id, event: 'suppressed', reason })),
  );
  await sql`
    update invitations i set withdrawn_at = now()
    from deliveries d
    where d.application_id = ${applicationId} and d.id = any(${[...moved.keys()]}::bigint[])
      -- a reminder that is not sent does not withdraw the first link
      and d.reminder = 0 and i.application_id = d.application_id and i.id = d.invitation_id and i.answered_at is null and i.withdrawn_at is null
      -- the link stays where another delivery was, or will be, sent with it
      and not exists (
        select from deliveries other
        where other.application_id = i.application_id and other.invitation_id = i.id and other.id <> d.id
          and other.state <> 'suppressed')`.execute(tx);
}
