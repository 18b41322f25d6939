import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PatientChannel } from './gate.ts';

export type OptOutSource = 'unsubscribe' | 'stop' | 'staff' | 'complaint' | 'bounce' | 'import';

export interface Address {
  applicationId: number;
  channel: PatientChannel;
  /** E.164, or an e-mail address in any case. */
  address: string;
}

/** At once, and until the person says otherwise. A person's own word goes before a bounce. */
export async function insertOptOut(
  tx: Tx,
  { applicationId, channel, address }: Address,
  source: OptOutSource,
  userId: number | null = null,
): Promise<void> {
  await sql`
    insert into opt_outs (application_id, channel, address, source, user_id)
    values (${applicationId}, ${channel}, ${address.toLowerCase()}, ${source}, ${userId})
    on conflict (application_id, channel, address) do update set source = excluded.source, user_id = excluded.user_id
      where opt_outs.source = 'bounce' and excluded.source <> 'bounce'`.execute(tx);
}

/** The person wants to hear from us again; what others noted (a bounce, a colleague) stays. */
export async function deleteOwnOptOut(tx: Tx, { applicationId, channel, address }: Address): Promise<void> {
  await tx
    .deleteFrom('opt_outs')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address', '=', address.toLowerCase())
    .where('source', 'in', ['unsubscribe', 'stop'])
    .execute();
}

export async function hasOptedOut(tx: Tx, { applicationId, channel, address }: Address): Promise<boolean> {
  const found = await tx
    .selectFrom('opt_outs')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('channel', '=', channel)
    .where('address', '=', address.toLowerCase())
    .where('source', '<>', 'bounce')
    .executeTakeFirst();
  return found !== undefined;
}

/** The applications that have written to this number. Needs a transaction that sees all. */
export async function listApplicationsThatWroteTo(tx: Tx, phone: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applications a
    where exists (
      select from deliveries d
      where d.application_id = a.id and d.recipient = ${phone} and d.channel = 'sms'
        and d.state in ('sending', 'sent', 'delivered', 'failed', 'answered'))`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function getSenderName(tx: Tx, applicationId: number): Promise<string> {
  const { name } = await tx
    .selectFrom('applications')
    .select(sql<string>`coalesce(sender_name, title)`.as('name'))
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return name;
}
