import type { privacy, QueryOf } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { isPatientInWards } from '../../platform/db/within-wards.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

const holds = (tx: Tx, { applicationId }: ApplicationScope) =>
  tx
    .selectFrom('legal_holds as h')
    .innerJoin('patients as p', 'p.id', 'h.patient_id')
    .leftJoin('users as u', 'u.id', 'h.held_by_id')
    .leftJoin('users as r', 'r.id', 'h.released_by_id')
    .select([
      'h.id',
      'h.patient_id',
      'p.identifier',
      'p.given_name',
      'p.family_name',
      'h.reason',
      'h.held_at',
      'u.name as held_by_name',
      'h.released_at',
      'r.name as released_by_name',
      'h.release_reason',
    ])
    .where('h.application_id', '=', applicationId);

export function listHolds(
  tx: Tx,
  scope: ApplicationScope,
  { patient_id: patientId, standing, sort, ...paging }: QueryOf<typeof privacy.listLegalHolds>,
) {
  const query = holds(tx, scope)
    .where(isPatientInWards(scope, 'h.patient_id'))
    .$call((rows) => (patientId === undefined ? rows : rows.where('h.patient_id', '=', patientId)))
    .$if(standing === '1', (rows) => rows.where('h.released_at', 'is', null))
    .orderBy('h.id', sort === 'id' ? 'asc' : 'desc');
  return fetchPage(tx, query, paging);
}

/** Of two calls at once, one holds the patient and the other throws Conflict. */
export async function insertHold(tx: Tx, scope: ApplicationScope, patientId: number, reason: string, now: Date) {
  const isHeld = (await findHeld(tx, scope.applicationId, [patientId])).size > 0;
  const stored = await tx
    .insertInto('legal_holds')
    .values({
      application_id: scope.applicationId,
      patient_id: patientId,
      reason,
      held_at: now,
      held_by_id: scope.userId,
    })
    .onConflict((conflict) => conflict.column('patient_id').where('released_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (isHeld || !stored) throw new Conflict('This patient is held already.');
  return holds(tx, scope).where('h.id', '=', stored.id).executeTakeFirstOrThrow();
}

/** Ends the holds of the record and of those that were merged into it. */
export async function endHold(tx: Tx, scope: ApplicationScope, patientId: number, reason: string, now: Date) {
  const ended = await tx
    .updateTable('legal_holds')
    .set({ released_at: now, released_by_id: scope.userId, release_reason: reason })
    .where('application_id', '=', scope.applicationId)
    .where('patient_id', 'in', (records) =>
      records
        .selectFrom('patients')
        .select('id')
        .where((where) => where.or([where('id', '=', patientId), where('merged_into_id', '=', patientId)])),
    )
    .where('released_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Conflict('This patient is not held.');
  return holds(tx, scope).where('h.id', '=', ended.id).executeTakeFirstOrThrow();
}

/** Returns which of these records of patients are held: by themselves, or by a record that is part of them. */
export async function findHeld(tx: Tx, applicationId: number, patientIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select coalesce(p.merged_into_id, p.id) as id from legal_holds h
    join patients p on p.id = h.patient_id
    where h.application_id = ${applicationId} and h.released_at is null
      and coalesce(p.merged_into_id, p.id) = any(${patientIds}::bigint[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
