import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientEvent, PersonGroup } from '../patient-events/index.ts';
import { cancelVisits, changeVisitNumber, moveVisit, moveVisitTo } from '../visits/index.ts';
import { mergePatients } from './merge-patients.ts';
import type { PatientRecord } from './patient-records.queries.ts';
import type { PatientRegistry } from './patient-registry.ts';
import { undoMerge } from './undo-merge.ts';

/** Events that replace a number of a person by another of the same person. */
const RENAMES: ReadonlySet<string> = new Set(['A46', 'A47', 'A48']);

/**
 * Returns true for events that move rows in the database. Changes before such an event must be saved, and later events
 * must read the rows again.
 */
export const movesRecords = ({ rule }: PatientEvent): boolean =>
  rule.identity !== undefined || rule.visit === 'change_visit_number';

/** Carries out merges, links and moves. The registry was saved before and is not used afterwards. */
export async function applyIdentityEvent(
  tx: Tx,
  applicationId: number,
  { registry, event, patients }: { registry: PatientRegistry; event: PatientEvent; patients: readonly PatientRecord[] },
): Promise<void> {
  const { groups, rule, at, messageId } = event;
  const [first, second] = patients;
  if (rule.identity === 'link' && first && second) {
    await mergePatients(tx, applicationId, { survivorId: first.id, goneId: second.id, kind: 'link', at, messageId });
  } else if (rule.identity === 'unlink') {
    await unlink(tx, applicationId, { registry, groups, at });
  } else if (rule.identity === 'delete_person' && first) {
    await cancelVisits(tx, applicationId, first.id, at);
  } else if (rule.visit === 'change_visit_number' && first) {
    await changeVisitNumber(tx, applicationId, first.id, groups[0]);
  } else {
    for (const [index, group] of groups.entries()) {
      const patient = patients[index];
      if (patient) await applyPrior(tx, applicationId, { registry, event, group, patient });
    }
  }
}

/** Applies the MRG of one group: merges the records under the prior numbers into the patient, or moves part of them. */
async function applyPrior(
  tx: Tx,
  applicationId: number,
  {
    registry,
    event,
    group,
    patient,
  }: { registry: PatientRegistry; event: PatientEvent; group: PersonGroup; patient: PatientRecord },
): Promise<void> {
  const { prior } = group;
  if (!prior) return;
  const { at, messageId, rule } = event;
  // An earlier merge of the same message may have merged this patient into another.
  const survivorId = await findSurvivor(tx, applicationId, patient.id);
  for (const former of registry.findPrior(prior.identifiers, patient)) {
    const goneId = await findSurvivor(tx, applicationId, former.id);
    if (rule.identity === 'move_visit')
      await moveVisit(tx, applicationId, {
        fromId: goneId,
        toId: survivorId,
        prior,
        group,
        messageId,
        number: registry.bestOf(group).identifier,
      });
    else if (rule.identity === 'move_numbers' && (await hasOtherNumbers(tx, applicationId, goneId, prior)))
      await moveNumbers(tx, applicationId, {
        fromId: goneId,
        toId: survivorId,
        prior,
      });
    else
      await mergePatients(tx, applicationId, {
        survivorId,
        goneId,
        kind: 'merge',
        at,
        messageId,
        isRename: RENAMES.has(event.event),
      });
  }
  if (rule.identity === 'merge' || rule.identity === 'move_numbers')
    await lead(tx, applicationId, registry, group, patient);
}

/**
 * Assigns prior numbers that are not known yet to the survivor, so that a late message with one of them finds the
 * patient.
 */
async function lead(
  tx: Tx,
  applicationId: number,
  registry: PatientRegistry,
  { prior }: PersonGroup,
  patient: PatientRecord,
): Promise<void> {
  const unknown = (prior?.identifiers ?? []).filter((one) => registry.find([one]).length === 0);
  if (unknown.length === 0) return;
  registry.addIdentifiers(patient, { identifiers: unknown });
  await registry.save();
  const survivorId = await findSurvivor(tx, applicationId, patient.id);
  if (survivorId === patient.id) return;
  await sql`update patient_identifiers set patient_id = ${survivorId} where application_id = ${applicationId} and patient_id = ${patient.id}`.execute(
    tx,
  );
}

async function findSurvivor(tx: Tx, applicationId: number, id: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(merged_into_id, id) as id from patients where application_id = ${applicationId} and id = ${id}`.execute(
    tx,
  );
  return rows[0]?.id ?? id;
}

/** A37: undoes the newest link between these two patients. */
async function unlink(
  tx: Tx,
  applicationId: number,
  { registry, groups, at }: { registry: PatientRegistry; groups: readonly PersonGroup[]; at: Date },
): Promise<void> {
  const ids = groups.flatMap(({ identifiers }) => registry.find(identifiers)).map(({ id }) => id);
  const numbers = groups.map(({ identifiers }) => identifiers.map(({ identifier }) => identifier));
  const { rows } = await sql<{ id: number }>`
    select m.id from patient_merges m
    -- the record that it was linked to may have been merged since
    join patients s on s.application_id = m.application_id and s.id = m.survivor_id
    where m.application_id = ${applicationId} and m.kind = 'link' and m.undone_at is null
      and coalesce(s.merged_into_id, s.id) = any(${ids}::bigint[])
      and exists (
        select from jsonb_to_recordset(m.moved -> 'identifiers') as n (identifier text)
        where n.identifier = any(${numbers.flat()}::text[]))
    order by m.id desc limit 1`.execute(tx);
  const [link] = rows;
  if (link) await undoMerge(tx, applicationId, { mergeId: link.id }, { userId: null, at });
}

/** SQL: row `i` of patient_identifiers is one of these numbers, with its authority. */
const isAmong = ({ identifiers }: NonNullable<PersonGroup['prior']>): RawBuilder<boolean> => sql<boolean>`exists (
  select from jsonb_to_recordset(${JSON.stringify(identifiers)}::jsonb) as one (identifier text, authority text[])
  join patient_authority_names n on n.application_id = i.application_id and n.name = any(one.authority)
  where one.identifier = i.identifier and n.authority_id = i.authority_id)`;

async function hasOtherNumbers(
  tx: Tx,
  applicationId: number,
  patientId: number,
  prior: NonNullable<PersonGroup['prior']>,
): Promise<boolean> {
  const { rows } = await sql`
    select from patient_identifiers i
    where i.application_id = ${applicationId} and i.patient_id = ${patientId} and i.identifies and not ${isAmong(prior)} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * A43: moves some numbers of a patient to another, with the visits whose last message had one of them. A visit has the
 * number without its authority, so a visit stays where the patient still has the same number from another authority.
 */
async function moveNumbers(
  tx: Tx,
  applicationId: number,
  { fromId, toId, prior }: { fromId: number; toId: number; prior: NonNullable<PersonGroup['prior']> },
): Promise<void> {
  if (fromId === toId) return;
  const numbers = prior.identifiers.map(({ identifier }) => identifier);
  await sql`
    update patient_identifiers i set patient_id = ${toId}
    where i.application_id = ${applicationId} and i.patient_id = ${fromId} and ${isAmong(prior)}`.execute(tx);
  await showAnotherNumber(tx, applicationId, fromId, numbers);
  const { rows } = await sql<{ id: number; visit_number: string | null }>`
    select v.id, v.visit_number from visits v
    where v.application_id = ${applicationId} and v.patient_id = ${fromId} and v.patient_number = any(${numbers}::text[])
      and not exists (
        select from patient_identifiers kept where kept.application_id = v.application_id and kept.patient_id = ${fromId}
          and kept.identifier = v.patient_number)
    order by v.id for update`.execute(tx);
  for (const { id, visit_number } of rows) await moveVisitTo(tx, applicationId, { id, visit_number, toId });
}

/** Shows the patient by another of their numbers when the shown one was moved away. */
async function showAnotherNumber(
  tx: Tx,
  applicationId: number,
  patientId: number,
  gone: readonly string[],
): Promise<void> {
  await sql`
    update patients p set identifier = other.identifier, authority = other.title
    from (
      select i.identifier, a.title from patient_identifiers i
      join patient_authorities a on a.id = i.authority_id
      where i.application_id = ${applicationId} and i.patient_id = ${patientId}
      order by i.identifies desc, i.identifier limit 1) other
    where p.application_id = ${applicationId} and p.id = ${patientId} and p.identifier = any(${gone}::text[])`.execute(
    tx,
  );
}
