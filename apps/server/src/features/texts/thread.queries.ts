import type { texts } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const MAX_THREAD_ENTRIES = 200;

interface Address {
  channel: 'sms' | 'email';
  from_address: string;
}

/**
 * What went to an address and came from it, oldest first; of a long one the newest. Personal links stay out. Deliveries
 * of other wards are left out: one phone may be of two patients.
 */
export async function listThread(
  tx: Tx,
  applicationId: number,
  { channel, from_address: address }: Address,
  locations: readonly string[],
): Promise<texts.ThreadEntry[]> {
  const inWards = (table: string) =>
    locations.length === 0
      ? sql`true`
      : sql`coalesce(${sql.ref(`${table}.location`)} = any(${locations}::text[]), true)`;
  const { rows } = await sql<{ entry: texts.ThreadEntry }>`
    select entry from (
      select x.received_at as at, 1 as part, x.id, to_jsonb(x) || jsonb_build_object('from', 'them', 'at', x.received_at) as entry
      from inbound_texts x
      where x.application_id = ${applicationId} and x.channel = ${channel} and x.from_address = ${address} and ${inWards('x')}
      union all
      select coalesce(d.sent_at, d.created_at), 0, d.id, jsonb_build_object(
        'from', 'us', 'id', d.id, 'channel', d.channel, 'subject', d.subject, 'text', replace(d.text, '{{link}}', '…'),
        'at', coalesce(d.sent_at, d.created_at), 'state', d.state, 'reason', d.reason, 'purpose', d.purpose, 'user_name', u.name)
      from deliveries d
      left join users u on u.id = d.user_id
      where d.application_id = ${applicationId} and d.channel = ${channel} and d.recipient = ${address}
        and d.purpose in ('survey', 'message', 'de_escalation') and ${inWards('d')}
      order by at desc, part desc, id desc limit ${MAX_THREAD_ENTRIES}
    ) newest order by at, part, id`.execute(tx);
  return rows.map(({ entry }) => entry);
}
