import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Deletes earlier wordings of surveys that nobody can answer any more. Answers contain their own wording. A revision is
 * needed for links from its time, and for one day after it was replaced, because a page on a kiosk needs no link.
 * Returns how many were deleted.
 */
export async function forgetRevisions(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from survey_revisions r
    where r.replaced_at < ${now}::timestamptz - interval '1 day' and not exists (
      select from invitations i
      where i.application_id = r.application_id and i.survey_id = r.survey_id and i.created_at <= r.replaced_at
        and i.expires_at > ${now} and i.answered_at is null and i.withdrawn_at is null)`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
