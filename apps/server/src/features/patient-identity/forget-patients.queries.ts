import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { forgetVisitNumbers } from '../visits/index.ts';

/**
 * Deletes who these patients are; figures stay. The dead and the protected keep the number that says so and nothing
 * else: otherwise a late message would make a new patient of them, and their family would be written to. Nor is the number of the
 * mother of a dead child deleted, until she is one of these patients.
 */
export async function forgetPatients(tx: Tx, applicationId: number, ids: readonly number[], now: Date): Promise<void> {
  await forgetVisitNumbers(tx, applicationId, ids);
  await sql`
    update patients child set mother_identifier = null, mother_authority = null
    from patient_identifiers i
    join patient_authority_names n on n.application_id = i.application_id and n.authority_id = i.authority_id
    where i.application_id = ${applicationId} and i.patient_id = any(${ids}::bigint[])
      and child.application_id = i.application_id and child.mother_identifier = i.identifier and n.name = any(child.mother_authority)`.execute(
    tx,
  );
  await sql`
    delete from patient_identifiers i using patients p
    where i.application_id = ${applicationId} and i.patient_id = p.id and p.id = any(${ids}::bigint[])
      and not p.deceased and not p.protected`.execute(tx);
  // The record of a merge contains facts of these patients. They are removed from it, so the merge can no longer be
  // undone.
  await sql`
    update patient_merges set moved = '{}'::jsonb, undone_at = coalesce(undone_at, ${now})
    where application_id = ${applicationId} and (survivor_id = any(${ids}::bigint[]) or gone_id = any(${ids}::bigint[]))`.execute(
    tx,
  );
  await sql`
    update identity_conflicts set identifiers = '[]'::jsonb
    where application_id = ${applicationId} and patient_ids && ${ids}::bigint[]`.execute(tx);
  await sql`
    update patients set
      identifier = case when (deceased or protected) and merged_into_id is null then identifier else '' end,
      given_name = null, family_name = null, birth_date = null, phone = null, email = null,
      mother_identifier = case when deceased then mother_identifier end,
      mother_authority = case when deceased then mother_authority end, removed_at = ${now}
    where application_id = ${applicationId} and (id = any(${ids}::bigint[]) or merged_into_id = any(${ids}::bigint[]))`.execute(
    tx,
  );
}
