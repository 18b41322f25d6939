import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Address, OptOutSource } from './opt-out.ts';
import type { PatientChannel } from './patient-channel.ts';

/**
 * Erases these addresses from opt-outs, from the ledger of consent and from notices. The opt-outs stay in force: of each, a hash
 * is kept by which the gate recognises the address. Bounces are deleted. Returns the number of opt-outs.
 */
export async function eraseOptOuts(
  tx: Tx,
  applicationId: number,
  addresses: readonly { channel: PatientChannel; address: string }[],
  now: Date,
): Promise<number> {
  const these = sql`(
    select one.channel, lower(one.address) as address
    from jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) as one (channel text, address text))`;
  await sql`
    insert into erased_addresses (application_id, channel, address_hash, source, erased_at)
    select o.application_id, o.channel, address_hash(a.address_salt, o.address), o.source, ${now}
    from opt_outs o join applications a on a.id = o.application_id
    where o.application_id = ${applicationId} and (o.channel, o.address) in ${these} and o.source <> 'bounce'
    on conflict do nothing`.execute(tx);
  const { numAffectedRows } = await sql`
    delete from opt_outs where application_id = ${applicationId} and (channel, address) in ${these}`.execute(tx);
  await sql`select forget_addresses_of_consent(${applicationId}, ${JSON.stringify(addresses)}::jsonb)`.execute(tx);
  await sql`
    delete from inbound_notices where application_id = ${applicationId} and (channel, lower(address)) in ${these}`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

/** Returns who had opted the address out before it was erased; null when nobody had. */
export async function findErasedSource(
  tx: Tx,
  { applicationId, channel, address }: Address,
): Promise<OptOutSource | null> {
  const { rows } = await sql<{ source: OptOutSource }>`
    select e.source from applications a
    join erased_addresses e on e.application_id = a.id and e.channel = ${channel}
      and e.address_hash = address_hash(a.address_salt, ${address})
    where a.id = ${applicationId}`.execute(tx);
  return rows[0]?.source ?? null;
}

/** SQL: deletes the hash, because the person wants to be written to again, and returns a row when there was one. */
export const deleteErased = (
  { applicationId, channel, address }: Address,
  sources: readonly OptOutSource[],
): RawBuilder<unknown> => sql`
  delete from erased_addresses e using applications a
  where a.id = ${applicationId} and e.application_id = a.id and e.channel = ${channel}
    and e.address_hash = address_hash(a.address_salt, ${address}) and e.source = any(${sources}::text[])
  returning 1`;
