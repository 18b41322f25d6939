import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { joinVisit, mergePatients } from './merge-patients.ts';
import type { PatientEvent, PersonGroup } from './patient-event.ts';
import type { PatientRegistry } from './patient-registry.ts';
import type { PatientRecord } from './patient-records.queries.ts';
import { undoMerge } from './undo-merge.ts';

/** A number is replaced by another of the same person. */
const RENAMES: ReadonlySet<string> = new Set(['A46', 'A47', 'A48']);

/** True for events that move records in the database: what came before must be written, and what follows read anew. */
export const movesRecords = ({ rule }: PatientEvent): boolean =>
  rule.identity !== undefined || rule.visit === 'change_visit_number';

/** Merges, links and moves, as the event says; the registry has been saved, and is not used for anything after. */
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

/** MRG of one group: the records under the prior numbers become the patient's, or some of them do. */
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
  // A merge before this one of the same message may have made the patient another's already.
  const survivorId = await findSurvivor(tx, applicationId, patient.id);
  for (const former of registry.find(prior.identifiers)) {
    const goneId = await findSurvivor(tx, applicationId, former.id);
    if (rule.identity === 'move_visit')
      await moveVisit(tx, applicationId, { fromId: goneId, toId: survivorId, prior, group });
    else if (rule.identity === 'move_numbers' && (await hasOtherNumbers(tx, applicationId, goneId, prior)))
      await moveNumbers(tx, applicationId, {
        fromId: goneId,
        toId: survivorId,
        numbers: prior.identifiers.map(({ identifier }) => identifier),
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

/** A number that is not known yet leads to the survivor from now on, so that a late message finds its way. */
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

/** A37: the newest link between these two is taken back. */
async function unlink(
  tx: Tx,
  applicationId: number,
  { registry, groups, at }: { registry: PatientRegistry; groups: readonly PersonGroup[]; at: Date },
): Promise<void> {
  const ids = registry.find(groups.flatMap(({ identifiers }) => identifiers)).map(({ id }) => id);
  const numbers = groups.map(({ identifiers }) => identifiers.map(({ identifier }) => identifier));
  const { rows } = await sql<{ id: number }>`
    select m.id from patient_merges m
    where m.application_id = ${applicationId} and m.kind = 'link' and m.undone_at is null and m.survivor_id = any(${ids}::bigint[])
      and exists (
        select from jsonb_to_recordset(m.moved -> 'identifiers') as n (identifier text)
        where n.identifier = any(${numbers.flat()}::text[]))
    order by m.id desc limit 1`.execute(tx);
  const [link] = rows;
  if (link) await undoMerge(tx, applicationId, { mergeId: link.id }, { userId: null, at });
}

/** A29: the person's visits never were. */
async function cancelVisits(tx: Tx, applicationId: number, patientId: number, at: Date): Promise<void> {
  await sql`
    update visits set state = 'cancelled', moved_at = greatest(moved_at, ${at})
    where application_id = ${applicationId} and patient_id = ${patientId} and state in ('open', 'expected')`.execute(
    tx,
  );
}

/** A42, A50: what is known under MRG-5 is known under PV1-19 from now on. */
async function changeVisitNumber(
  tx: Tx,
  applicationId: number,
  patientId: number,
  group: PersonGroup | undefined,
): Promise<void> {
  const from = group?.prior?.visitNumber ?? null;
  const to = group?.visit?.visit_number ?? null;
  if (from === null || to === null || from === to) return;
  const { rows } = await sql<{ id: number; visit_number: string; last_event_at: Date }>`
    select id, visit_number, last_event_at from visits
    where application_id = ${applicationId} and patient_id = ${patientId} and visit_number in (${from}, ${to})
    order by id for update`.execute(tx);
  const old = rows.find(({ visit_number }) => visit_number === from);
  const present = rows.find(({ visit_number }) => visit_number === to);
  if (!old) return;
  if (!present) {
    await sql`update visits set visit_number = ${to} where application_id = ${applicationId} and id = ${old.id}`.execute(
      tx,
    );
    return;
  }
  const [kept, gone] = old.last_event_at > present.last_event_at ? [old, present] : [present, old];
  await joinVisit(tx, applicationId, kept.id, gone.id);
  await sql`update visits set visit_number = ${to} where application_id = ${applicationId} and id = ${kept.id}`.execute(
    tx,
  );
}

/** A44, A45: one visit is another patient's. */
async function moveVisit(
  tx: Tx,
  applicationId: number,
  {
    fromId,
    toId,
    prior,
    group,
  }: { fromId: number; toId: number; prior: NonNullable<PersonGroup['prior']>; group: PersonGroup },
): Promise<void> {
  const number = prior.visitNumber ?? group.visit?.visit_number ?? null;
  const account = prior.accountNumber ?? group.visit?.account_number ?? null;
  if (fromId === toId || (number === null && account === null)) return;
  const { rows } = await sql<{ id: number; visit_number: string | null }>`
    select id, visit_number from visits
    where application_id = ${applicationId} and patient_id = ${fromId}
      and (visit_number = ${number} or ${number}::text is null and account_number = ${account})
    order by id for update`.execute(tx);
  for (const { id, visit_number } of rows) await moveOneVisit(tx, applicationId, { id, visit_number, toId });
}

async function moveOneVisit(
  tx: Tx,
  applicationId: number,
  { id, visit_number, toId }: { id: number; visit_number: string | null; toId: number },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from visits where application_id = ${applicationId} and patient_id = ${toId} and visit_number = ${visit_number}`.execute(
    tx,
  );
  const [same] = rows;
  if (same) await joinVisit(tx, applicationId, same.id, id);
  const visitId = same?.id ?? id;
  for (const table of ['hl7_messages', 'deliveries', 'invitations'] as const)
    await sql`update ${sql.table(table)} set patient_id = ${toId} where application_id = ${applicationId} and visit_id = ${visitId}`.execute(
      tx,
    );
  await sql`update visits set patient_id = ${toId} where application_id = ${applicationId} and id = ${visitId}`.execute(
    tx,
  );
}

async function hasOtherNumbers(
  tx: Tx,
  applicationId: number,
  patientId: number,
  { identifiers }: NonNullable<PersonGroup['prior']>,
): Promise<boolean> {
  const { rows } = await sql`
    select from patient_identifiers
    where application_id = ${applicationId} and patient_id = ${patientId} and identifies
      and not identifier = any(${identifiers.map(({ identifier }) => identifier)}::text[]) limit 1`.execute(tx);
  return rows.length > 0;
}

/** A43: some numbers of a patient are another's, and with them the visits that were told of under these numbers alone. */
async function moveNumbers(
  tx: Tx,
  applicationId: number,
  { fromId, toId, numbers }: { fromId: number; toId: number; numbers: readonly string[] },
): Promise<void> {
  if (fromId === toId) return;
  await sql`
    update patient_identifiers set patient_id = ${toId}
    where application_id = ${applicationId} and patient_id = ${fromId} and identifier = any(${numbers}::text[])`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number; visit_number: string | null }>`
    select v.id, v.visit_number from visits v
    where v.application_id = ${applicationId} and v.patient_id = ${fromId}
      and exists (
        select from hl7_messages m where m.application_id = v.application_id and m.visit_id = v.id
          and m.patient_identifier = any(${numbers}::text[]))
      and not exists (
        select from hl7_messages m where m.application_id = v.application_id and m.visit_id = v.id
          and not m.patient_identifier = any(${numbers}::text[]))
    order by v.id for update`.execute(tx);
  for (const { id, visit_number } of rows) await moveOneVisit(tx, applicationId, { id, visit_number, toId });
}
