import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { markOpened } from '../deliveries/index.ts';
import { isMovedBy } from './invitation-state.ts';

/**
 * Stores the answers given so far, for the wording of the survey that `revision` names. The first draft counts as
 * opening. Changes nothing once the survey can no longer be answered.
 */
export async function updateDraft(
  tx: Tx,
  applicationId: number,
  invitationId: number,
  { draft, revision }: { draft: readonly object[]; revision: number },
  now: Date,
): Promise<void> {
  // The delivery is locked before the invitation, in the same order as when a result is recorded.
  await markOpened(tx, applicationId, invitationId);
  await sql`
    update invitations i
    set draft = ${JSON.stringify(draft)}::jsonb, draft_revision = ${revision}, opened_at = coalesce(opened_at, ${now})
    where application_id = ${applicationId} and id = ${invitationId} and ${isMovedBy('drafted', now)}`.execute(tx);
}
