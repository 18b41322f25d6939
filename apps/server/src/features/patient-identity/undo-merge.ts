import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { returnVisits } from '../visits/index.ts';
import type { Moved } from './merge-patients.ts';

interface MergeRow {
  id: number;
  survivor_id: number;
  gone_id: number;
  message_id: number | null;
  at: Date;
  moved: Moved;
  undone_at: Date | null;
}

/**
 * Undoes a merge: the numbers, visits, messages, deliveries and answers that it moved return to the former record, even if later merges
 * moved them on. What was sent and answered since stays where it is. A death or protection stays with both records, so that
 * in doubt nobody is written to. Throws Conflict when the merge was undone before.
 */
export async function undoMerge(
  tx: Tx,
  applicationId: number,
  { mergeId, survivorId: expectedId }: { mergeId: number; survivorId?: number },
  by: { userId: number | null; at: Date },
): Promise<void> {
  const { rows } = await sql<MergeRow>`
    select id, survivor_id, gone_id, message_id, at, moved, undone_at from patient_merges
    where application_id = ${applicationId} and id = ${mergeId} for update`.execute(tx);
  const [merge] = rows;
  if (!merge || (expectedId !== undefined && (await findCurrent(tx, applicationId, merge.survivor_id)) !== expectedId))
    throw new NotFound('This merge');
  if (merge.undone_at) throw new Conflict('This merge was undone already.');
  const { survivor_id: survivorId, gone_id: goneId, moved } = merge;
  const currentId = await findCurrent(tx, applicationId, survivorId);
  await sql`
    select from patients where application_id = ${applicationId} and id in (${currentId}, ${goneId}) order by id for update`.execute(
    tx,
  );
  await sql`
    update patients g set merged_into_id = null, deceased = g.deceased or s.deceased and not ${moved.survivor['deceased'] === true},
      protected = g.protected or s.protected and not ${moved.survivor['protected'] === true}
    from patients s where g.application_id = ${applicationId} and g.id = ${goneId} and s.id = ${currentId}`.execute(tx);
  await restoreSurvivor(tx, applicationId, { survivorId: currentId, goneId, before: moved.survivor });
  await sql`
    update patient_identifiers i set patient_id = ${goneId}
    from jsonb_to_recordset(${JSON.stringify(moved.identifiers)}::jsonb) as m (authority_id bigint, type text, identifier text)
    where i.application_id = ${applicationId} and i.authority_id = m.authority_id and i.type = m.type and i.identifier = m.identifier
      and i.patient_id = ${currentId}`.execute(tx);
  await returnVisits(tx, applicationId, {
    patientId: goneId,
    currentId,
    merge: {
      ...moved,
      numbers: moved.identifiers.map(({ identifier }) => identifier),
      message_id: merge.message_id,
      at: merge.at,
    },
  });
  await sql`
    update patient_merges set undone_at = ${by.at}, undone_by_id = ${by.userId}
    where application_id = ${applicationId} and id = ${mergeId}`.execute(tx);
}

async function findCurrent(tx: Tx, applicationId: number, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into_id, id) as id from patients where application_id = ${applicationId} and id = ${id}`.execute(
    tx,
  );
  return rows[0]?.id ?? id;
}

/** Removes contact facts that came from the other record; newer ones stay. */
async function restoreSurvivor(
  tx: Tx,
  applicationId: number,
  { survivorId, goneId, before }: { survivorId: number; goneId: number; before: Moved['survivor'] },
): Promise<void> {
  await sql`
    update patients s set
      phone = case when b.phone is null and s.phone = g.phone then null else s.phone end,
      email = case when b.email is null and s.email = g.email then null else s.email end,
      given_name = case when b.given_name is null and s.given_name = g.given_name then null else s.given_name end,
      family_name = case when b.family_name is null and s.family_name = g.family_name then null else s.family_name end,
      birth_date = case when b.birth_date is null and s.birth_date = g.birth_date then null else s.birth_date end,
      mother_identifier = case when b.mother_identifier is null and s.mother_identifier = g.mother_identifier then null else s.mother_identifier end
    from patients g,
      jsonb_to_record(${JSON.stringify(before)}::jsonb) as b (phone text, email text, given_name text, family_name text, birth_date date,
        mother_identifier text)
    where s.application_id = ${applicationId} and s.id = ${survivorId} and g.application_id = ${applicationId} and g.id = ${goneId}`.execute(
    tx,
  );
}
