import type { consent } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { appendEvents } from './consent-events.queries.ts';
import type { Address, Decision } from './opt-out.ts';

/** What somebody consents to, and who. A contact that stands for a patient is the patient. */
export interface Consent extends Address {
  purpose: consent.Purpose;
  patientId: number | null;
  contactId: number | null;
}

/** Stores a consent and its entry in the ledger. Returns false when it was given before, or when nobody is named. */
export async function giveConsent(
  tx: Tx,
  { applicationId, purpose, channel, address, patientId, contactId }: Consent,
  decision: Decision,
): Promise<boolean> {
  if (patientId === null && contactId === null) return false;
  const append = await appendEvents(tx, { applicationId, change: 'agreed', purpose }, decision);
  const { numAffectedRows } = await sql`
    with changed as (
      insert into consents (application_id, purpose, channel, address, patient_id, contact_id)
      values (${applicationId}, ${purpose}, ${channel}, ${address.toLowerCase()}, ${patientId},
        ${patientId === null ? contactId : null})
      on conflict do nothing
      returning channel, address)
    ${append(sql`select * from changed`)}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Withdraws a consent of the person, at this address. Returns false when there was none. */
export async function withdrawConsent(
  tx: Tx,
  { applicationId, purpose, channel, address, patientId, contactId }: Consent,
  decision: Decision,
): Promise<boolean> {
  const append = await appendEvents(tx, { applicationId, change: 'withdrew', purpose }, decision);
  const { numAffectedRows } = await sql`
    with changed as (
      delete from consents
      where application_id = ${applicationId} and purpose = ${purpose} and channel = ${channel}
        and address = ${address.toLowerCase()} and ${isOfPerson({ applicationId, patientId, contactId })}
      returning channel, address)
    ${append(sql`select distinct channel, address from changed`)}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** SQL: a row of consents is of this person, or of a record that was merged into it. */
const isOfPerson = ({
  applicationId,
  patientId,
  contactId,
}: Pick<Consent, 'applicationId' | 'patientId' | 'contactId'>) =>
  sql<boolean>`(consents.contact_id = ${contactId} or consents.patient_id in (
    select p.id from patients p
    where p.application_id = ${applicationId} and (p.id = ${patientId} or p.merged_into_id = ${patientId})))`;

/** Returns what the person has consented to, as purpose, channel and address. */
export function listConsentsOf(
  tx: Tx,
  applicationId: number,
  person: { patientId: number | null; contactId: number | null },
) {
  return tx
    .selectFrom('consents')
    .select(['purpose', 'channel', 'address', 'given_at'])
    .$narrowType<{ purpose: consent.Purpose; channel: 'email' | 'sms' }>()
    .where('application_id', '=', applicationId)
    .where(isOfPerson({ applicationId, ...person }))
    .orderBy('id')
    .execute();
}

/** Gives the consents of one contact to another, when the two are merged. */
export async function giveConsentsTo(
  tx: Tx,
  applicationId: number,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await sql`
    insert into consents (application_id, purpose, channel, address, contact_id, given_at)
    select application_id, purpose, channel, address, ${toId}::bigint, given_at from consents
    where application_id = ${applicationId} and contact_id = ${fromId}
    on conflict do nothing`.execute(tx);
}
