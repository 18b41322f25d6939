import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

/** Lists what was changed when cases were closed, of one ward or of all that the caller sees; the latest 30 first. */
export async function listActionsTaken(
  tx: Tx,
  scope: ApplicationScope,
  { location, since }: { location: string | null; since: Date },
): Promise<{ case_id: number; actions_taken: string; closed_at: Date }[]> {
  const { rows } = await sql<{ case_id: number; actions_taken: string; closed_at: Date }>`
    select c.id as case_id, c.actions_taken, c.closed_at from cases c
    where c.application_id = ${scope.applicationId} and c.state = 'closed' and c.closed_at >= ${since}
      and c.actions_taken is not null
      and (${location}::text is null or c.location = ${location}) and ${isInWards(scope, 'c.location')}
    order by c.closed_at desc limit 30`.execute(tx);
  return rows;
}

/** Counts the tags of the answers since a time, of one ward or of all that the caller sees; the 30 most frequent first. */
export async function countTags(
  tx: Tx,
  scope: ApplicationScope,
  { location, since }: { location: string | null; since: Date },
): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from feedback f, unnest(f.tags) tag
    where f.application_id = ${scope.applicationId} and f.tags <> '{}' and f.submitted_at >= ${since}
      and (${location}::text is null or f.location = ${location}) and ${isInWards(scope, 'f.location')}
    group by tag order by count(*) desc, tag limit 30`.execute(tx);
  return rows;
}
