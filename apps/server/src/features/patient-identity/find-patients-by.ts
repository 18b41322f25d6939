import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { readSearchTerm, type SearchTerm } from './read-search-term.ts';

/**
 * Returns a SQL query for the ids of the patients whom somebody may mean by a search term: by words of the name in any order, each
 * the beginning of it, with or without the date of birth; or by the date of birth, phone number, e-mail address or any number of
 * the hospital. Each way uses its own index, which one "or" would not. `limit` is that of each way.
 */
export async function findPatientsBy(
  tx: Tx,
  { applicationId }: Pick<Scope, 'applicationId'>,
  term: string,
  limit?: number,
): Promise<RawBuilder<unknown>> {
  const application = applicationId === 'all' ? null : applicationId;
  const { words, birthDate, phone, email } = readSearchTerm(term, await findCountry(tx, application));
  const person = [...namedBy(words), birthDate !== null && sql`p.birth_date = ${birthDate}`].filter(
    (condition) => condition !== false,
  );
  const ways = [
    person.length > 0 && sql.join(person, sql` and `),
    phone !== null && sql`p.phone = ${phone}`,
    email !== null && sql`p.email_lower = ${email}`,
  ].filter((condition) => condition !== false);
  const atMost = limit === undefined ? sql`` : sql`limit ${limit}`;
  const found = ways.map(
    (condition) =>
      sql`(select p.id from patients p where p.application_id = ${application} and ${condition} ${atMost})`,
  );
  const numbered = sql`(
    select n.patient_id from patient_identifiers n
    where n.application_id = ${application} and n.identifier = ${term.trim()} ${atMost})`;
  return sql`(${sql.join([...found, numbered], sql` union all `)})`;
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
