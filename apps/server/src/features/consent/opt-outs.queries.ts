import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from './patient-channel.ts';

export type OptOutSource = 'unsubscribe' | 'stop' | 'preferences' | 'staff' | 'complaint' | 'bounce' | 'import';

/** What the person said, and may take back. */
export const OWN_WORD: readonly OptOutSource[] = ['unsubscribe', 'stop', 'preferences'];

export interface Address {
  applicationId: number;
  channel: PatientChannel;
  /** E.164, or an e-mail address in any case. */
  address: string;
}

/** At once, and until the person says otherwise. A person's own word goes before a bounce. False: it was so already. */
export async function insertOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  source: OptOutSource,
  userId: number | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into opt_outs (application_id, channel, address, source, user_id)
    values (${applicationId}, ${channel}, ${address.toLowerCase()}, ${source}, ${userId})
    on conflict (application_id, channel, address) do update set source = excluded.source, user_id = excluded.user_id
      where opt_outs.source = 'bounce' and excluded.source <> 'bounce'
    returning id`.execute(tx);
  return rows.length > 0;
}

/** The person wants to hear from us again; what others noted (a bounce, a colleague) stays. False: nothing was taken back. */
export async function deleteOwnOptOut(tx: Tx, { applicationId, channel, address }: Address): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('opt_outs')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address', '=', address.toLowerCase())
    .where('source', 'in', [...OWN_WORD])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const hasOptedOut = async (tx: Tx, address: Address): Promise<boolean> =>
  (await findOptOutSource(tx, address)) !== null;

/** Who said it; null when nobody did. An address that bounced was not opted out. */
export async function findOptOutSource(
  tx: Tx,
  { applicationId, channel, address }: Address,
): Promise<OptOutSource | null> {
  const found = await tx
    .selectFrom('opt_outs')
    .select('source')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address', '=', address.toLowerCase())
    .where('source', '<>', 'bounce')
    .executeTakeFirst();
  return (found?.source as OptOutSource | undefined) ?? null;
}

/** A delivery, as far as it says who got it. */
export interface SentTo {
  application_id: number;
  channel: PatientChannel;
  recipient: string;
  contact_id: number | null;
  patient_id: number | null;
  language: string | null;
}

/** Where its recipient is written to: the address it went to, and on the other channel the one known now. */
export async function findAddressesOf(
  tx: Tx,
  { application_id, channel, recipient, contact_id, patient_id }: SentTo,
): Promise<{ channel: PatientChannel; address: string }[]> {
  const { rows } = await sql<{ email: string | null; phone: string | null }>`
    select coalesce(c.email, p.email) as email, coalesce(c.phone, p.phone) as phone
    from (select ${contact_id}::bigint as contact_id, ${patient_id}::bigint as patient_id) sent
    left join contacts c on c.application_id = ${application_id} and c.id = sent.contact_id
    left join patients own on own.application_id = ${application_id} and own.id = sent.patient_id
    left join patients p on p.application_id = ${application_id} and p.id = coalesce(own.merged_into_id, own.id)`.execute(
    tx,
  );
  const known = { email: rows[0]?.email ?? null, sms: rows[0]?.phone ?? null, [channel]: recipient };
  return (['email', 'sms'] as const).flatMap((one) => (known[one] ? [{ channel: one, address: known[one] }] : []));
}

export async function getSenderName(tx: Tx, applicationId: number): Promise<string> {
  const { name } = await tx
    .selectFrom('applications')
    .select(sql<string>`coalesce(sender_name, title)`.as('name'))
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return name;
}
