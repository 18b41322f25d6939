import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';

export const FAILURES = ['refused', 'unknown', 'several', 'other_person'] as const;
export type LaunchFailure = (typeof FAILURES)[number];

export interface Launch {
  application_id: number;
  ehr: number;
  state: string;
  code_verifier: string;
}

export const hasApplication = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('applications').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

export async function insertLaunch(
  tx: Tx,
  launch: Launch & { browser_hash: Buffer; expires_at: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('ehr_launches').where('expires_at', '<=', now).execute();
  await tx.insertInto('ehr_launches').values(launch).execute();
}

/** Finds the launch of this browser, while it has not come back. */
export function findLaunch(tx: Tx, browserHash: Buffer, now: Date): Promise<Launch | undefined> {
  return tx
    .selectFrom('ehr_launches')
    .select(['application_id', 'ehr', 'state', 'code_verifier'])
    .where('browser_hash', '=', browserHash)
    .where('expires_at', '>', now)
    .where('patient_id', 'is', null)
    .where('failure', 'is', null)
    .executeTakeFirst();
}

/** Notes whose record was open, or why it is not known. What comes back twice counts once. */
export async function recordContext(
  tx: Tx,
  browserHash: Buffer,
  context: { patient_id: number; visit_number: string | null } | { failure: LaunchFailure },
): Promise<void> {
  await tx
    .updateTable('ehr_launches')
    .set(context)
    .where('browser_hash', '=', browserHash)
    .where('patient_id', 'is', null)
    .where('failure', 'is', null)
    .execute();
}

/** Finds the launch of this browser that has come back. */
export function findReturned(tx: Tx, browserHash: Buffer, now: Date) {
  return tx
    .selectFrom('ehr_launches as l')
    .innerJoin('applications as a', 'a.id', 'l.application_id')
    .select(['l.application_id', 'a.title', 'l.patient_id', 'l.visit_number', 'l.failure'])
    .where('l.browser_hash', '=', browserHash)
    .where('l.expires_at', '>', now)
    .where((where) => where.or([where('l.patient_id', 'is not', null), where('l.failure', 'is not', null)]))
    .executeTakeFirst();
}

export async function deleteLaunch(tx: Tx, browserHash: Buffer): Promise<void> {
  await tx.deleteFrom('ehr_launches').where('browser_hash', '=', browserHash).execute();
}

/** A patient who has one of the numbers. */
export interface Numbered {
  id: number;
  birth_date: string | null;
  birth_date_precision: string;
}

/** Lists the patients who have one of these numbers, of these authorities; none: of any. */
export async function listPatientsNumbered(
  tx: Tx,
  applicationId: number,
  numbers: readonly string[],
  authorityNames: readonly string[],
): Promise<Numbered[]> {
  const { rows } = await sql<Numbered>`
    select distinct p.id, p.birth_date, p.birth_date_precision
    from patient_identifiers n
    join patients p on p.application_id = n.application_id and p.id = n.patient_id
    where n.application_id = ${applicationId} and n.identifier = any(${numbers}::text[]) and p.merged_into_id is null
      and (${authorityNames.length === 0} or n.authority_id in (
        select of.authority_id from patient_authority_names of
        where of.application_id = ${applicationId} and of.name = any(${authorityNames}::text[])))
    limit 2`.execute(tx);
  return rows;
}

/**
 * Returns the newest message about a patient in the caller's wards: about the stay of this number or, where none is named, that of an
 * open stay before others.
 */
export async function findNewestMessage(
  tx: Tx,
  scope: ApplicationScope,
  { patientId, visitNumber }: { patientId: number; visitNumber: string | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select m.id from hl7_messages m
    left join visits v on v.application_id = m.application_id and v.id = m.visit_id
    where m.application_id = ${scope.applicationId} and m.patient_id = ${patientId} and m.state = 'processed'
      and ${isInWards(scope, 'm.location')} and (${visitNumber}::text is null or v.visit_number = ${visitNumber})
    order by (v.state = 'open') is true desc, m.event_at desc, m.id desc limit 1`.execute(tx);
  return rows[0]?.id;
}
