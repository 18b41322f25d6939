import { sql } from 'kysely';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { countMembers, findMailingList } from './mailing-lists.queries.ts';
import { forgetRefreshes } from './refreshes.queries.ts';
import { peopleOf } from './people-of-rules.ts';

export interface Refreshed {
  added: number;
  removed: number;
  contacts_made: number;
  contacts_count: number;
}

/** Called between the steps, with the share of the work that is done, 0 to 100. */
export type OnStep = (progress: number) => Promise<void>;

export const contactsLock = (applicationId: number) => `contacts:${applicationId}`;

/**
 * Computes a dynamic or census list anew. A patient's contact is found by any of the patient's numbers, or made; nobody
 * is doubled, for one refresh of an application at a time makes contacts. A static list stays as it is.
 */
export async function refreshMailingList(
  tx: Tx,
  scope: Scope,
  id: number,
  now: Date,
  onStep: OnStep = async () => undefined,
): Promise<Refreshed> {
  const applicationId = scope.applicationId as number;
  await lockFor(tx, contactsLock(applicationId));
  // Read behind the lock: rules that were changed while it waited are the ones that count.
  const { type_of, rules } = await findMailingList(tx, scope, id);
  if (type_of === 'static')
    return { added: 0, removed: 0, contacts_made: 0, contacts_count: await countMembers(tx, applicationId, id) };
  await onStep(5);
  await sql`
    create temporary table refresh_people on commit drop as
    select people.*, (
      select min(c.id) from patient_identifiers n
      join contacts c on c.application_id = n.application_id and c.external_id = n.identifier
      where n.application_id = ${applicationId} and n.patient_id = people.id) as contact_id
    from (${peopleOf(applicationId, type_of, rules, now)}) people`.execute(tx);
  await onStep(40);
  const made = await makeContacts(tx, applicationId);
  await onStep(60);
  await followPatients(tx, applicationId);
  await onStep(70);
  const { numAffectedRows: removed } = await sql`
    delete from mailing_list_contacts lc
    where lc.application_id = ${applicationId} and lc.mailing_list_id = ${id}
      and not exists (select from refresh_people p where p.contact_id = lc.contact_id)`.execute(tx);
  await onStep(80);
  const { numAffectedRows: added } = await sql`
    insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
    select distinct ${applicationId}::bigint, ${id}::bigint, contact_id from refresh_people where contact_id is not null
    on conflict do nothing`.execute(tx);
  await onStep(95);
  await sql`drop table refresh_people`.execute(tx);
  await tx.updateTable('mailing_lists').set({ refreshed_at: now }).where('id', '=', id).execute();
  await forgetRefreshes(tx, applicationId, id);
  return {
    added: Number(added ?? 0),
    removed: Number(removed ?? 0),
    contacts_made: made,
    contacts_count: await countMembers(tx, applicationId, id),
  };
}

async function makeContacts(tx: Tx, applicationId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into contacts (application_id, name, email, phone, language, external_id, follows_patient)
    select distinct on (identifier) ${applicationId}::bigint,
      left(coalesce(nullif(trim(concat_ws(' ', given_name, family_name)), ''), identifier), 200),
      email, phone, language, identifier, true
    from refresh_people where contact_id is null
    order by identifier, id`.execute(tx);
  await sql`
    update refresh_people p set contact_id = c.id from contacts c
    where p.contact_id is null and c.application_id = ${applicationId} and c.external_id = p.identifier`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Contacts that nobody has changed by hand have their patient's details; a stop at the old address goes along. */
async function followPatients(tx: Tx, applicationId: number): Promise<void> {
  const moved = sql`
    from refresh_people p
    join contacts c on c.id = p.contact_id and c.application_id = ${applicationId} and c.follows_patient
    where (c.email, c.phone, c.language) is distinct from (p.email, p.phone, p.language)`;
  await sql`
    insert into opt_outs (application_id, channel, address, source, user_id)
    select o.application_id, o.channel, moved.next, o.source, o.user_id
    from (
      select 'email' as channel, c.email_lower as old, lower(p.email) as next ${moved} and c.email_lower <> lower(p.email)
      union select 'sms', c.phone, p.phone ${moved} and c.phone <> p.phone) moved
    join opt_outs o on o.application_id = ${applicationId} and o.channel = moved.channel and o.address = moved.old
    where o.source <> 'bounce'
    on conflict do nothing`.execute(tx);
  await sql`
    update contacts c set email = p.email, phone = p.phone, language = p.language
    from refresh_people p
    where c.id = p.contact_id and c.application_id = ${applicationId} and c.follows_patient
      and (c.email, c.phone, c.language) is distinct from (p.email, p.phone, p.language)`.execute(tx);
}
