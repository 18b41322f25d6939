import { sql } from 'kysely';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { followPatients, insertContactsOfPatients } from '../contacts/index.ts';
import { countMembers, findMailingList } from './mailing-lists.queries.ts';
import { peopleOf } from './people-of-rules.ts';
import { forgetRefreshes } from './refreshes.queries.ts';

export interface Refreshed {
  added: number;
  removed: number;
  contacts_made: number;
  contacts_count: number;
}

/** Called between the steps with the progress, 0 to 100. */
export type OnStep = (progress: number) => Promise<void>;

export const contactsLock = (applicationId: number) => `contacts:${applicationId}`;

/**
 * Refreshes a dynamic or census list. The contact of a patient is found by any of the patient's numbers, or made. No
 * contact is made twice, because one refresh per application runs at a time. A static list does not change.
 */
export async function refreshMailingList(
  tx: Tx,
  scope: ApplicationScope,
  id: number,
  now: Date,
  onStep: OnStep = async () => undefined,
): Promise<Refreshed> {
  const { applicationId } = scope;
  await lockFor(tx, contactsLock(applicationId));
  // The rules are read under the lock, so that changes made while it waited apply.
  const { type_of, rules } = await findMailingList(tx, scope, id);
  if (type_of === 'static')
    return { added: 0, removed: 0, contacts_made: 0, contacts_count: await countMembers(tx, scope, id) };
  await onStep(5);
  await sql`
    create temporary table refresh_people on commit drop as
    select people.*, coalesce((
      select min(c.id) from contacts c
      where c.application_id = ${applicationId} and c.patient_id = people.id
    ), (
      select min(c.id) from patients gone
      join contacts c on c.application_id = gone.application_id and c.patient_id = gone.id
      where gone.application_id = ${applicationId} and gone.merged_into_id = people.id
    ), (
      -- contacts made by a person are found by any of the patient's numbers, except one that another patient has from
      -- another authority
      select min(c.id) from patient_identifiers n
      join contacts c on c.application_id = n.application_id and c.external_id = n.identifier and c.patient_id is null
      where n.application_id = ${applicationId} and n.patient_id = people.id and not exists (
        select from patient_identifiers other
        where other.application_id = n.application_id and other.identifier = n.identifier
          and other.patient_id <> n.patient_id))) as contact_id
    from (${peopleOf(applicationId, type_of, rules, now)}) people`.execute(tx);
  await onStep(40);
  const made = await makeContacts(tx, applicationId);
  await onStep(60);
  await followPatients(tx, applicationId, sql.table('refresh_people'));
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
    contacts_count: await countMembers(tx, scope, id),
  };
}

async function makeContacts(tx: Tx, applicationId: number): Promise<number> {
  const made = await insertContactsOfPatients(
    tx,
    applicationId,
    sql`select * from refresh_people where contact_id is null`,
  );
  await sql`
    update refresh_people p set contact_id = c.id from contacts c
    where p.contact_id is null and c.application_id = ${applicationId} and c.patient_id = p.id`.execute(tx);
  return made;
}
