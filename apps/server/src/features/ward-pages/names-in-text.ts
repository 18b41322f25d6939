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
    .map((word, index): [string, string] => [words[index] ?? '', word])
    .filter((pair) => pair.every((word) => !/^\p{Ll}/u.test(word)));
  const orders = pairs.flatMap(([first, second]) => [
    { found: `${first} ${second}`, given: first, family: second },
    { found: `${first} ${second}`, given: second, family: first },
  ]);
  // One search of the index of names for each: an "or" of both orders would read all patients.
  const { rows } = await sql<{ found: string }>`
    select named.found
    from unnest(
      ${orders.map(({ found }) => found)}::text[], ${orders.map(({ given }) => given)}::text[],
      ${orders.map(({ family }) => family)}::text[]) with ordinality named (found, given, family, place)
    cross join lateral (
      select from patients p
      where p.application_id = ${applicationId}
        and p.family_name_lower = lower(named.family) and p.given_name_lower = lower(named.given)
      limit 1) patient
    order by named.place limit 1`.execute(tx);
  return rows[0]?.found ?? null;
}
