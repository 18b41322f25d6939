import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { INTERRUPTED } from './claim.ts';
import { moveDeliveries, type DeliveryMove } from './delivery-state.ts';
import { suppressDeliveries } from './suppress-deliveries.ts';

/**
 * Settles the deliveries of an answered invitation: those that were sent become answered, and those that wait are
 * suppressed.
 */
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

/** Marks the deliveries of an invitation as opened. */
export async function markOpened(tx: Tx, applicationId: number, invitationId: number): Promise<void> {
  await sql`
    update deliveries set opened = true
    where application_id = ${applicationId} and invitation_id = ${invitationId} and not opened`.execute(tx);
}

/**
 * Fails deliveries of a run that a dead process left `sending`. Nobody can know whether they were sent, so a person
 * decides. The caller must make sure that no other process is sending this run.
 */
export async function failInterrupted(tx: Tx, applicationId: number, runId: number, now: Date): Promise<void> {
  const ids = await lockOfRun(tx, runId, sql`state = 'sending'`);
  await moveDeliveries(
    tx,
    applicationId,
    ids.map((id) => ({ id, event: 'interrupted', at: now, error: INTERRUPTED })),
  );
}

/** Suppresses the next unsent deliveries of a cancelled run. Returns how many. */
export async function suppressOfRun(tx: Tx, applicationId: number, runId: number, limit: number): Promise<number> {
  const ids = await lockOfRun(tx, runId, sql`state = 'scheduled' limit ${limit}`);
  await suppressDeliveries(
    tx,
    applicationId,
    ids.map((id) => ({ id, reason: 'broadcast_cancelled' })),
  );
  return ids.length;
}

// The condition leaves out application_id on purpose: with it, the index on application_id and send_at would be used,
// and all deliveries ever sent would be read.
async function lockOfRun(tx: Tx, runId: number, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where broadcast_run_id = ${runId} and ${which} for update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}
