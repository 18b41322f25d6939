import { sql } from 'kysely';
import { lockFor, type Tx } from '../../../platform/db/database.ts';
import { compileFilter, type Filterables } from '../../../platform/scim/compile-filter.ts';
import type { ListQuery } from '../../../platform/scim/read-query.ts';

/*
 * People as the identity provider of an application sees them: who belongs to it, and whom the provider has switched off there.
 * Superusers are never among them. These queries run in transactions that see all.
 */

export interface ScimPerson {
  id: number;
  name: string;
  email: string;
  user_name: string;
  given_name: string | null;
  family_name: string | null;
  external_id: string | null;
  /** The person belongs to the application and may sign in. */
  active: boolean;
  belongs: boolean;
  /** An administrator has switched the account off. */
  is_deactivated: boolean;
  /** The person belongs to another application as well. */
  is_elsewhere: boolean;
  created_at: Date;
  updated_at: Date;
}

/** Makes changes of one application wait for each other, so that what was checked still holds when it is stored. */
export const lockProvisioning = (tx: Tx, applicationId: number): Promise<void> => lockFor(tx, `scim:${applicationId}`);

/**
 * SQL: the people of an application, as table `p`. Whoever is switched off here is shown as they were then, so that nothing is seen
 * of what happens to them in another application. A name that was not given in parts is divided before its last word, because
 * providers refuse people without both parts.
 */
const peopleOf = (applicationId: number) => sql`(
  select u.id, shown.name, shown.email, coalesce(said.user_name, shown.email) as user_name,
    case when num_nonnulls(said.given_name, said.family_name) > 0 then said.given_name
      else nullif(regexp_replace(shown.name, ' *[^ ]+$', ''), '') end as given_name,
    case when num_nonnulls(said.given_name, said.family_name) > 0 then said.family_name
      else substring(shown.name from '[^ ]+$') end as family_name,
    said.external_id, seat.user_id is not null and u.deactivated_at is null as active,
    seat.user_id is not null as belongs, u.deactivated_at is not null as is_deactivated,
    exists (
      select from application_users o where o.user_id = u.id and o.application_id <> ${applicationId}) as is_elsewhere,
    u.created_at, greatest(case when seat.user_id is not null then u.updated_at end, said.updated_at) as updated_at
  from (
    select user_id from application_users where application_id = ${applicationId}
    union select user_id from scim_people where application_id = ${applicationId} and left_at is not null) known
  join users u on u.id = known.user_id
  left join application_users seat on seat.application_id = ${applicationId} and seat.user_id = u.id
  left join scim_people said on said.application_id = ${applicationId} and said.user_id = u.id
  cross join lateral (
    select case when seat.user_id is null then said.left_name else u.name end as name,
      case when seat.user_id is null then said.left_email else u.email end as email) shown
  where u.deleted_at is null and u.super_user = 0) p`;

const text = (column: string, caseExact = false) => ({ kind: 'text' as const, column: sql.ref(column), caseExact });

const FILTERABLES: Filterables = {
  id: { kind: 'text', column: sql`p.id::text`, caseExact: true },
  externalid: text('p.external_id', true),
  username: text('p.user_name'),
  displayname: text('p.name'),
  'name.formatted': text('p.name'),
  'name.givenname': text('p.given_name'),
  'name.familyname': text('p.family_name'),
  emails: text('p.email'),
  'emails.value': text('p.email'),
  'emails.type': { kind: 'text', column: sql`'work'::text`, caseExact: false },
  'emails.primary': { kind: 'boolean', column: sql`true` },
  active: { kind: 'boolean', column: sql.ref('p.active') },
};

export async function listPeople(
  tx: Tx,
  applicationId: number,
  { filter, offset, count }: ListQuery,
): Promise<{ total: number; people: ScimPerson[] }> {
  const condition = filter === null ? sql`true` : compileFilter(filter, FILTERABLES);
  const totals = await sql<{ total: number }>`
    select count(*) as total from ${peopleOf(applicationId)} where ${condition}`.execute(tx);
  const { rows } = await sql<ScimPerson>`
    select p.* from ${peopleOf(applicationId)} where ${condition} order by p.id limit ${count} offset ${offset}`.execute(
    tx,
  );
  return { total: totals.rows[0]?.total ?? 0, people: rows };
}

export async function findPerson(tx: Tx, applicationId: number, id: number): Promise<ScimPerson | undefined> {
  const { rows } = await sql<ScimPerson>`select p.* from ${peopleOf(applicationId)} where p.id = ${id}`.execute(tx);
  return rows[0];
}

/** Locks the row of the user first, as every change of a person does, and then reads it. */
export async function lockPersonOf(tx: Tx, applicationId: number, id: number): Promise<ScimPerson | undefined> {
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
  return findPerson(tx, applicationId, id);
}

/** Returns which of two names is another person's in the application; null: neither. */
export async function findTakenName(
  tx: Tx,
  applicationId: number,
  { userName, externalId }: { userName: string; externalId: string | null },
  exceptId: number,
): Promise<'userName' | 'externalId' | null> {
  const { rows } = await sql<{ is_user_name: boolean }>`
    select lower(p.user_name) = ${userName.toLowerCase()} as is_user_name
    from ${peopleOf(applicationId)}
    where p.id <> ${exceptId} and (lower(p.user_name) = ${userName.toLowerCase()} or p.external_id = ${externalId})
    order by 1 desc limit 1`.execute(tx);
  const [found] = rows;
  return found ? (found.is_user_name ? 'userName' : 'externalId') : null;
}

/** Finds the account with an address, wherever its person belongs. */
export async function findAccount(tx: Tx, email: string) {
  const { rows } = await sql<{ id: number; super_user: number; is_deactivated: boolean; has_application: boolean }>`
    select u.id, u.super_user, u.deactivated_at is not null as is_deactivated,
      exists (select from application_users o where o.user_id = u.id) as has_application
    from users u where lower(u.email) = ${email.toLowerCase()} for update`.execute(tx);
  return rows[0];
}

export interface Said {
  external_id: string | null;
  user_name: string;
  given_name: string | null;
  family_name: string | null;
}

/** Stores what the provider says of a person. */
export async function saveSaid(
  tx: Tx,
  key: { application_id: number; user_id: number },
  said: Said,
  now: Date,
): Promise<void> {
  const columns = { ...said, updated_at: now };
  await forgetOthers(tx, key);
  await tx
    .insertInto('scim_people')
    .values({ ...key, ...columns })
    .onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet(columns))
    .execute();
}

/** Forgets people who were deleted or taken out of the application on the screen, and whose external ids may be given anew. */
async function forgetOthers(tx: Tx, key: { application_id: number; user_id: number }): Promise<void> {
  await sql`
    delete from scim_people said using users u
    where said.application_id = ${key.application_id} and said.user_id <> ${key.user_id} and u.id = said.user_id
      and (u.deleted_at is not null or said.left_at is null and not exists (
        select from application_users seat
        where seat.application_id = said.application_id and seat.user_id = said.user_id))`.execute(tx);
}

/** Stores that the provider has switched a person off, and what they get back later. */
export async function saveLeaving(
  tx: Tx,
  key: { application_id: number; user_id: number },
  left: { name: string; email: string; landing_page: string | null; locations: string[] },
  now: Date,
): Promise<void> {
  const { name, email, ...seat } = left;
  const columns = { ...seat, left_name: name, left_email: email, left_at: now, updated_at: now };
  await tx
    .insertInto('scim_people')
    .values({ ...key, ...columns })
    .onConflict((conflict) => conflict.columns(['application_id', 'user_id']).doUpdateSet(columns))
    .execute();
}

/** Stores the new name and address of a person who is switched off. */
export async function renameLeft(
  tx: Tx,
  { application_id, user_id }: { application_id: number; user_id: number },
  { name, email }: { name: string; email: string },
): Promise<void> {
  await tx
    .updateTable('scim_people')
    .set({ left_name: name, left_email: email })
    .where('application_id', '=', application_id)
    .where('user_id', '=', user_id)
    .where('left_at', 'is not', null)
    .execute();
}

/** Returns whether another application has switched the person off, and may want them back. */
export async function isAwaitedElsewhere(tx: Tx, applicationId: number, userId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('scim_people')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('application_id', '<>', applicationId)
    .where('left_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores that the person is switched on again, and returns what they get back. */
export async function endLeaving(tx: Tx, key: { application_id: number; user_id: number }) {
  const { landing_page, locations } = await tx
    .updateTable('scim_people')
    .set({ left_at: null, left_name: null, left_email: null })
    .where('application_id', '=', key.application_id)
    .where('user_id', '=', key.user_id)
    .returning(['landing_page', 'locations'])
    .executeTakeFirstOrThrow();
  return { landingPage: landing_page, locations };
}

/** Forgets all that the provider has said of a person, with their groups. */
export async function forgetPerson(tx: Tx, applicationId: number, userId: number): Promise<void> {
  await tx
    .deleteFrom('scim_people')
    .where('application_id', '=', applicationId)
    .where('user_id', '=', userId)
    .execute();
}
