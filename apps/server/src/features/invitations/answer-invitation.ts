import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { answerDeliveries, suppressDeliveries } from '../deliveries/index.ts';

/**
 * The token is spent and the draft no longer needed; what asked for the answer is answered. The same survey, offered to the
 * same person another way, is closed, and what would ask for it is not sent.
 */
export async function answerInvitation(tx: Tx, applicationId: number, invitationId: number, now: Date): Promise<void> {
  await sql`
    update invitations set answered_at = ${now}, opened_at = coalesce(opened_at, ${now}), draft = null, draft_revision = null
    where application_id = ${applicationId} and id = ${invitationId}`.execute(tx);
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

/** About the same visit; without a visit, offers that have none either. Returns the ids of those that were open. */
async function withdrawOthers(tx: Tx, applicationId: number, invitationId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update invitations i set withdrawn_at = ${now}
    from invitations done
    where done.application_id = ${applicationId} and done.id = ${invitationId}
      and i.application_id = done.application_id and i.survey_id = done.survey_id and i.id <> done.id
      and i.case_id is null and done.case_id is null
      and i.answered_at is null and i.withdrawn_at is null
      and i.visit_id is not distinct from done.visit_id
      and (i.visit_id is not null or i.patient_id = done.patient_id or i.contact_id = done.contact_id)
    returning i.id`.execute(tx);
  return rows.map(({ id }) => id);
}
