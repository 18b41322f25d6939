import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { mergePatients } from './merge-patients.ts';
import { isOtherPerson } from './same-person.ts';

/** An authority as a message names it; see authorityNames. */
export interface NamedAuthority {
  authority: readonly string[];
  authorityTitle: string;
}

export interface Authorities {
  /** Returns undefined only for an authority that was not looked up. */
  idOf(named: NamedAuthority): number | undefined;
  /**
   * Returns true when the two names belong to two authorities whose numbers belong to different people. The first name
   * is then used.
   */
  isContradictory(named: NamedAuthority): boolean;
  /** Returns true when the named authority is also known by this other name, if that was looked up. */
  isKnownAs(named: NamedAuthority, name: string): boolean;
}

/**
 * Returns the ids of the authorities that some messages name, adding unknown ones. A namespace and a universal id that
 * are sent together become one authority. Where they were two authorities before, patients with the same number are
 * merged, unless date of birth and family name show that they are different people. `otherNames` are looked up but not
 * added.
 */
export async function openAuthorities(
  tx: Tx,
  applicationId: number,
  wanted: readonly NamedAuthority[],
  { now, otherNames = [] }: { now: Date; otherNames?: readonly string[] },
): Promise<Authorities> {
  const distinct = [...new Map(wanted.map((one) => [one.authority.join('\0'), one])).values()];
  const idByName = await findNames(tx, applicationId, [
    ...distinct.flatMap(({ authority }) => authority),
    ...otherNames,
  ]);
  const contradictory = new Set<string>();
  for (const named of distinct) {
    const known = [...new Set(named.authority.flatMap((name) => idByName.get(name) ?? []))];
    const [first, second] = known;
    if (first !== undefined && second !== undefined) {
      if (await unifyAuthorities(tx, applicationId, { keptId: first, goneId: second }, now)) {
        for (const [name, id] of idByName) if (id === second) idByName.set(name, first);
      } else contradictory.add(named.authority.join('\0'));
      continue;
    }
    const missing = named.authority.filter((name) => !idByName.has(name));
    if (missing.length === 0) continue;
    const id = first ?? (await insertAuthority(tx, applicationId, named.authorityTitle));
    await insertNames(tx, applicationId, id, missing);
    for (const name of missing) idByName.set(name, id);
  }
  const idOf = ({ authority }: NamedAuthority) =>
    authority.map((name) => idByName.get(name)).find((id) => id !== undefined);
  return {
    idOf,
    isKnownAs: (named, name) => idByName.has(name) && idByName.get(name) === idOf(named),
    isContradictory: ({ authority }) => contradictory.has(authority.join('\0')),
  };
}

async function findNames(tx: Tx, applicationId: number, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await tx
    .selectFrom('patient_authority_names')
    .select(['name', 'authority_id'])
    .where('application_id', '=', applicationId)
    .where('name', 'in', [...new Set(names)])
    .execute();
  return new Map(rows.map(({ name, authority_id }) => [name, authority_id]));
}

async function insertAuthority(tx: Tx, applicationId: number, title: string): Promise<number> {
  const { id } = await tx
    .insertInto('patient_authorities')
    .values({ application_id: applicationId, title })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function insertNames(
  tx: Tx,
  applicationId: number,
  authorityId: number,
  names: readonly string[],
): Promise<void> {
  await tx
    .insertInto('patient_authority_names')
    .values(names.map((name) => ({ application_id: applicationId, name, authority_id: authorityId })))
    .execute();
}

interface SamePair {
  kept_patient_id: number;
  gone_patient_id: number;
  kept_name: string | null;
  gone_name: string | null;
  kept_born: string | null;
  gone_born: string | null;
}

/**
 * Makes two authorities one. Returns false, and changes nothing, when both have a number that belongs to two people
 * with different dates of birth and family names.
 */
async function unifyAuthorities(
  tx: Tx,
  applicationId: number,
  { keptId, goneId }: { keptId: number; goneId: number },
  now: Date,
): Promise<boolean> {
  const { rows: pairs } = await sql<SamePair>`
    select distinct k.patient_id as kept_patient_id, g.patient_id as gone_patient_id,
      kp.family_name as kept_name, gp.family_name as gone_name, kp.birth_date as kept_born, gp.birth_date as gone_born
    from patient_identifiers g
    join patient_identifiers k on k.application_id = g.application_id and k.authority_id = ${keptId}
      and k.identifier = g.identifier and (k.type = g.type or k.type = '' or g.type = '')
    join patients kp on kp.id = k.patient_id
    join patients gp on gp.id = g.patient_id
    where g.application_id = ${applicationId} and g.authority_id = ${goneId} and k.patient_id <> g.patient_id
    order by 1, 2`.execute(tx);
  const differ = pairs.some((pair) =>
    isOtherPerson(
      { family_name: pair.kept_name, birth_date: pair.kept_born },
      { family_name: pair.gone_name, birth_date: pair.gone_born },
    ),
  );
  if (differ) return false;
  for (const { kept_patient_id: survivorId, gone_patient_id: goneId_ } of pairs)
    await mergePatients(tx, applicationId, { survivorId, goneId: goneId_, kind: 'authority', at: now });
  await sql`
    insert into patient_identifiers (application_id, authority_id, type, identifier, patient_id, identifies, is_shared)
    select application_id, ${keptId}, type, identifier, patient_id, identifies, is_shared from patient_identifiers
    where application_id = ${applicationId} and authority_id = ${goneId}
    on conflict do nothing`.execute(tx);
  await sql`delete from patient_identifiers where application_id = ${applicationId} and authority_id = ${goneId}`.execute(
    tx,
  );
  await sql`update patient_authority_names set authority_id = ${keptId} where application_id = ${applicationId} and authority_id = ${goneId}`.execute(
    tx,
  );
  await sql`delete from patient_authorities where application_id = ${applicationId} and id = ${goneId}`.execute(tx);
  return true;
}
