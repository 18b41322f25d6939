import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { answerDeliveries, suppressDeliveries } from '../deliveries/index.ts';
import { isMovedBy } from './invitation-state.ts';

/**
 * Marks an invitation as answered, deletes its draft, and settles its deliveries. Other offers of the same survey to
 * the same person are withdrawn, and their unsent deliveries suppressed. Throws Conflict when it can no longer be
 * answered.
 */
export async function answerInvitation(tx: Tx, applicationId: number, invitationId: number, now: Date): Promise<void> {
  const { numAffectedRows } = await sql`
    update invitations i set answered_at = ${now}, opened_at = coalesce(opened_at, ${now}), draft = null, draft_revision = null
    where application_id = ${applicationId} and id = ${invitationId} and ${isMovedBy('answered', now)}`.execute(tx);
  if (!numAffectedRows) throw new Conflict('This survey can no longer be answered.');
  await answerDeliveries(tx, applicationId, invitationId);
  const closed = await withdrawOthers(tx, applicationId, invitationId, now);
  if (closed.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from deliveries
    where application_id = ${applicationId} and invitation_id = any(${closed}::bigint[]) and state = 'scheduled'`.execute(
    tx,
  );
  await suppressDeliveries(
    tx,
    applicationId,
    rows.map(({ id }) => ({ id, reason: 'already_answered' })),
  );
}

/**
 * Withdraws the open offers of the same survey about the same visit, on the same occasion; without a visit, those that have no visit
 * either. Returns their ids.
 */
async function withdrawOthers(tx: Tx, applicationId: number, invitationId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update invitations i set withdrawn_at = ${now}
    from invitations done
    where done.application_id = ${applicationId} and done.id = ${invitationId}
      and i.application_id = done.application_id and i.survey_id = done.survey_id and i.id <> done.id
      and i.case_id is null and done.case_id is null
      and i.answered_at is null and i.withdrawn_at is null and ${isMovedBy('answered_elsewhere', now)}
      and i.visit_id is not distinct from done.visit_id and i.occasion_id is not distinct from done.occasion_id
      and (i.visit_id is not null or i.patient_id = done.patient_id or i.contact_id = done.contact_id)
    returning i.id`.execute(tx);
  return rows.map(({ id }) => id);
}
