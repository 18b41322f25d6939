import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Removes the earlier wordings of surveys that nobody can answer any more. An answer holds the words it was given to; a
 * revision is there for links of its time, which may be open on somebody's phone, and for a day for what needs no link, as
 * the page that stands open on a kiosk. Returns how many went.
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
