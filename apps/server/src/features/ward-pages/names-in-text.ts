import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/**
 * Returns the first two words of a text that are the first and last name of a patient of the application, in either order; null
 * when there are none. Where a script has capitals, only words that begin with one are taken for names.
 */
export async function findNameOfPatient(tx: Tx, applicationId: number, text: string): Promise<string | null> {
  const words = text.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  const pairs = words
    .slice(1)
    .map((word, index) => [words[index] ?? '', word])
    .filter((pair) => pair.every((word) => !/^\p{Ll}/u.test(word)));
  const { rows } = await sql<{ first: string; second: string }>`
    select pair.first, pair.second
    from unnest(${pairs.map(([first]) => first)}::text[], ${pairs.map(([, second]) => second)}::text[])
      with ordinality pair (first, second, place)
    where exists (
      select from patients p
      where p.application_id = ${applicationId} and (
        (p.family_name_lower = lower(pair.second) and p.given_name_lower = lower(pair.first)) or
        (p.family_name_lower = lower(pair.first) and p.given_name_lower = lower(pair.second))))
    order by pair.place limit 1`.execute(tx);
  const [found] = rows;
  return found ? `${found.first} ${found.second}` : null;
}
