import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { INTERRUPTED } from './claim.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import { suppressDeliveries } from './suppress-deliveries.ts';

/** The survey behind this invitation was answered: what asked for it has its answer, and what waits to ask is not sent. */
export async function answerDeliveries(tx: Tx, applicationId: number, invitationId: number): Promise<void> {
  const { rows } = await sql<{ id: number; waits: boolean }>`
    select id, state = 'scheduled' and (reminder > 0 or attempts = 0) as waits from deliveries
    where application_id = ${applicationId} and invitation_id = ${invitationId}
    order by id for update`.execute(tx);
  await moveDeliveries(
    tx,
    applicationId,
    rows.map(({ id, waits }): DeliveryMove =>
      waits ? { id, event: 'suppressed', reason: 'already_answered' } : { id, event: 'answered' },
    ),
  );
}

/**
 * What a process that died left `sending`. Nobody can know whether it left; a person decides, not a timer. Call it only
 * where no other process can be sending this run.
 */
export async function failInterrupted(tx: Tx, applicationId: number, runId: number): Promise<void> {
  const ids = await lockOfRun(tx, runId, sql`state = 'sending'`);
  await moveDeliveries(
    tx,
    applicationId,
    ids.map((id) => ({ id, event: 'interrupted', error: INTERRUPTED })),
  );
}

/** What has not left of a cancelled run is not sent; some at a time. Returns how many. */
export async function suppressOfRun(tx: Tx, applicationId: number, runId: number, limit: number): Promise<number> {
  const ids = await lockOfRun(tx, runId, sql`state = 'scheduled' limit ${limit}`);
  await suppressDeliveries(
    tx,
    applicationId,
    ids.map((id) => ({ id, reason: 'broadcast_cancelled' })),
  );
  return ids.length;
}

// Not by application_id: the index on it and send_at would lead through everything that was ever sent.
async function lockOfRun(tx: Tx, runId: number, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where broadcast_run_id = ${runId} and ${which} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
