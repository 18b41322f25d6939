import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { Scope } from '../../platform/scope.ts';
import { readSearchTerm, type SearchTerm } from './read-search-term.ts';

/** Who searches. */
type SearchScope = Pick<Scope, 'applicationId' | 'locations'>;

const applicationOf = ({ applicationId }: SearchScope): number | null =>
  applicationId === 'all' ? null : applicationId;

/** For lists of what is about people: patients of one way to be found, at most. A term that means more of them is too short to be of use. */
export const MAX_FOUND = 500;

/**
 * Returns a SQL query for the ids of the patients whom somebody may mean by a search term: by words of the name in any order, each
 * the beginning of it, with or without the date of birth; or by the date of birth, phone number, e-mail address or any number of
 * the hospital. Each way uses its own index, which one "or" would not. `limit` is that of each way.
 */
export async function findPatientsBy(
  tx: Tx,
  scope: SearchScope,
  term: string,
  limit?: number,
): Promise<RawBuilder<unknown>> {
  const application = applicationOf(scope);
  const atMost = limit === undefined ? sql`` : sql`limit ${limit}`;
  const found = (await waysToFind(tx, scope, term)).map(
    (condition) =>
      sql`(select p.id from patients p where p.application_id = ${application} and ${condition} and ${isOfCaller(scope)} ${atMost})`,
  );
  const numbered = sql`(
    select n.patient_id from patient_identifiers n
    where n.application_id = ${application} and n.identifier = ${term.trim()} ${atMost})`;
  return sql`(${sql.join([...found, numbered], sql` union all `)})`;
}

/** Whether there is a term, and it means more patients than MAX_FOUND, so that what is found by it may not be all. */
export async function meansTooMany(tx: Tx, scope: SearchScope, term: string | undefined): Promise<boolean> {
  if (!term) return false;
  const each = (await waysToFind(tx, scope, term)).map(
    (condition) => sql`exists (
      select from patients p
      where p.application_id = ${applicationOf(scope)} and ${condition} and ${isOfCaller(scope)} offset ${MAX_FOUND})`,
  );
  const { rows } = await sql<{ many: boolean }>`select ${sql.join([sql`false`, ...each], sql` or `)} as many`.execute(
    tx,
  );
  return onlyRow(rows).many;
}

/** SQL: row-level security shows no others; this lets the planner begin with the patients of the wards, where they are fewer. */
const isOfCaller = (scope: SearchScope): RawBuilder<boolean> =>
  isOfSomeWards(scope)
    ? sql<boolean>`p.id in (
        select v.patient_id from visits v
        where v.application_id = ${applicationOf(scope)} and ${isInWards(scope, 'v.location')})`
    : sql<boolean>`true`;

/**
 * SQL: patient `p` is somebody whom the term means by what is stored with them, which leaves out other numbers. It is for terms that mean
 * so many that some are soon found by looking at one after the other.
 */
export async function isMeantBy(tx: Tx, scope: SearchScope, term: string): Promise<RawBuilder<boolean>> {
  const ways = await waysToFind(tx, scope, term);
  return sql<boolean>`(${sql.join([sql`false`, ...ways], sql` or `)})`;
}

/** Conditions that find a patient `p` by a term, each with an index of its own. */
async function waysToFind(tx: Tx, scope: SearchScope, term: string): Promise<RawBuilder<boolean>[]> {
  const { words, birthDate, phone, email } = readSearchTerm(term, await findCountry(tx, applicationOf(scope)));
  const person = [...namedBy(words), birthDate !== null && sql`p.birth_date = ${birthDate}`].filter(
    (condition) => condition !== false,
  );
  return [
    person.length > 0 && sql<boolean>`(${sql.join(person, sql` and `)})`,
    phone !== null && sql<boolean>`p.phone = ${phone}`,
    email !== null && sql<boolean>`p.email_lower = ${email}`,
  ].filter((condition) => condition !== false);
}

async function findCountry(tx: Tx, applicationId: number | null): Promise<string> {
  if (applicationId === null) return '';
  const found = await tx
    .selectFrom('applications')
    .select('country')
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return found?.country ?? '';
}

/** SQL: every word begins a name; or the words together begin one or both, as those of "van der Berg, Anna" do. */
function namedBy(words: SearchTerm['words']): RawBuilder<boolean>[] {
  if (words.length === 0) return [];
  const family = (start: string) => sql<boolean>`p.family_name_lower ^@ ${start}`;
  const given = (start: string) => sql<boolean>`p.given_name_lower ^@ ${start}`;
  const each = sql`(${sql.join(
    words.map((word) => sql`(${family(word)} or ${given(word)})`),
    sql` and `,
  )})`;
  const whole = words.join(' ');
  const together = words.slice(1).flatMap((_word, place) => {
    const [head, tail] = [words.slice(0, place + 1).join(' '), words.slice(place + 1).join(' ')];
    return [sql`(${family(head)} and ${given(tail)})`, sql`(${given(head)} and ${family(tail)})`];
  });
  const ways = words.length === 1 ? [each] : [each, family(whole), given(whole), ...together];
  return [sql<boolean>`(${sql.join(ways, sql` or `)})`];
}
