import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { carryOptOuts } from '../consent/index.ts';

/**
 * Adds a contact for each row of `patients`, a query with the columns id, given_name, family_name, identifier, email,
 * phone and language. Such a contact follows its patient's data until somebody changes it by hand.
 */
export async function insertContactsOfPatients(
  tx: Tx,
  applicationId: number,
  patients: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into contacts (application_id, name, email, phone, language, external_id, follows_patient, patient_id)
    select ${applicationId}::bigint,
      left(coalesce(nullif(trim(concat_ws(' ', given_name, family_name)), ''), identifier), 200),
      email, phone, language, identifier, true, id
    from (${patients}) as p
    order by id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Updates contacts that nobody has changed by hand with their patient's data, and carries opt-outs over to the new
 * addresses. `people` names a table with the columns contact_id, email, phone and language.
 */
export async function followPatients(tx: Tx, applicationId: number, people: RawBuilder<unknown>): Promise<void> {
  const moved = sql`
    from ${people} p
    join contacts c on c.id = p.contact_id and c.application_id = ${applicationId} and c.follows_patient
    where (c.email, c.phone, c.language) is distinct from (p.email, p.phone, p.language)`;
  await carryOptOuts(
    tx,
    { applicationId, source: 'feed' },
    sql`
      select 'email' as channel, c.email_lower as old, lower(p.email) as next, c.id as contact_id ${moved} and c.email_lower <> lower(p.email)
      union select 'sms', c.phone, p.phone, c.id ${moved} and c.phone <> p.phone`,
  );
  await sql`
    update contacts c set email = p.email, phone = p.phone, language = p.language
    from ${people} p
    where c.id = p.contact_id and c.application_id = ${applicationId} and c.follows_patient
      and (c.email, c.phone, c.language) is distinct from (p.email, p.phone, p.language)`.execute(tx);
}
