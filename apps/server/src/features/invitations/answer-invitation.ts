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
  const { rows: answered } = await sql<Answered>`
    update invitations i set answered_at = ${now}, opened_at = coalesce(opened_at, ${now}), draft = null, draft_revision = null
    where application_id = ${applicationId} and id = ${invitationId} and ${isMovedBy('answered', now)}
    returning id, survey_id, case_id, visit_id, occasion_id, patient_id, contact_id`.execute(tx);
  const [done] = answered;
  if (!done) throw new Conflict('This survey can no longer be answered.');
  await answerDeliveries(tx, applicationId, invitationId);
  const closed = await withdrawOthers(tx, applicationId, done, now);
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

interface Answered {
  id: number;
  survey_id: number;
  case_id: number | null;
  visit_id: number | null;
  occasion_id: number | null;
  patient_id: number | null;
  contact_id: number | null;
}

/**
 * Withdraws the open offers of the same survey about the same visit, on the same occasion; without a visit, those that have no visit
 * either. Returns their ids.
 */
async function withdrawOthers(tx: Tx, applicationId: number, done: Answered, now: Date): Promise<number[]> {
  if (done.case_id !== null) return [];
  const offersOf = (column: 'visit_id' | 'patient_id' | 'contact_id') => sql`
    select other.id from invitations other
    where other.application_id = ${applicationId} and ${sql.ref(`other.${column}`)} = ${done[column]}`;
  // Each is looked up by an index of its own. Everything that is open would be read otherwise, for each answer.
  const theirs =
    done.visit_id === null
      ? sql`i.visit_id is null and i.id in (${offersOf('patient_id')} union all ${offersOf('contact_id')})`
      : sql`i.id in (${offersOf('visit_id')})`;
  const { rows } = await sql<{ id: number }>`
    update invitations i set withdrawn_at = ${now}
    where i.application_id = ${applicationId} and ${theirs} and i.survey_id = ${done.survey_id} and i.id <> ${done.id}
      and i.case_id is null and i.answered_at is null and i.withdrawn_at is null and ${isMovedBy('answered_elsewhere', now)}
      and i.occasion_id is not distinct from ${done.occasion_id}::bigint
    returning i.id`.execute(tx);
  return rows.map(({ id }) => id);
}
