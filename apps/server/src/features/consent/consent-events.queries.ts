import { createHash } from 'node:crypto';
import type { consent } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { ConsentChange, Decision, Wording } from './opt-out.ts';

const MAX_WRITTEN_CHARACTERS = 4000;

export interface NewEvents {
  applicationId: number;
  change: ConsentChange;
  purpose: consent.Purpose | 'all';
}

/**
 * SQL that appends an entry for every row of `changed`, a query with the columns channel and address. A statement that
 * changes opt-outs ends with it and gives the changed rows, so that there is one entry for each change and none without.
 */
export async function appendEvents(
  tx: Tx,
  { applicationId, change, purpose }: NewEvents,
  decision: Decision,
): Promise<(changed: RawBuilder<unknown>) => RawBuilder<unknown>> {
  const { source, userId = null, patientId = null, contactId = null, shown, written, note = null } = decision;
  const { manner = null, givenOn = null } = decision;
  const wordingId = shown ? await storeWording(tx, applicationId, shown) : null;
  const words = written?.slice(0, MAX_WRITTEN_CHARACTERS) ?? null;
  return (changed) => sql`
    insert into consent_events (application_id, purpose, channel, address, change, source, patient_id, contact_id,
      user_id, wording_id, written, note, manner, given_on)
    select ${applicationId}::bigint, ${purpose}, channel, address, ${change}, ${source}, ${patientId}::bigint,
      ${contactId}::bigint, ${userId}::bigint, ${wordingId}::bigint, ${words}::text, ${note}::text,
      ${manner}::text, ${givenOn}::date
    from (${changed}) as changed`;
}

/** Returns the id of the words. Each text is stored once. */
async function storeWording(tx: Tx, applicationId: number, { language, text }: Wording): Promise<number> {
  const hash = createHash('sha256').update(text).digest();
  await tx
    .insertInto('consent_wordings')
    .values({ application_id: applicationId, language, hash, text })
    .onConflict((conflict) => conflict.columns(['application_id', 'language', 'hash']).doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('consent_wordings')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('language', '=', language)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Takes these people out of the ledger, and what they and colleagues wrote. What was decided at which address stays;
 * nobody consents any more.
 */
export async function forgetConsentOf(
  tx: Tx,
  applicationId: number,
  { patientIds, contactIds = [] }: { patientIds: readonly number[]; contactIds?: readonly number[] },
): Promise<void> {
  await sql`
    select forget_people_of_consent(${applicationId}, ${patientIds}::bigint[], ${contactIds}::bigint[])`.execute(tx);
  await sql`
    delete from consents
    where application_id = ${applicationId} and (patient_id = any(${patientIds}::bigint[]) or contact_id = any(${contactIds}::bigint[]))`.execute(
    tx,
  );
}
