import type { texts } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { isInWards, isOfSomeWards } from '../../platform/db/within-wards.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { isVisibleContact } from '../contacts/index.ts';

const MAX_THREAD_ENTRIES = 200;

interface Address {
  channel: 'sms' | 'email';
  from_address: string;
}

/**
 * Lists what was sent to an address and received from it, oldest first; of a long thread the newest part. Personal
 * links are removed. Messages of other wards, or of contacts whom the caller may not see, are left out, because two
 * patients may share a phone.
 */
export async function listThread(
  tx: Tx,
  scope: ApplicationScope,
  { channel, from_address: address }: Address,
): Promise<texts.ThreadEntry[]> {
  const { applicationId } = scope;
  const isVisible = (table: string) =>
    isOfSomeWards(scope)
      ? sql`case
          when ${sql.ref(`${table}.location`)} is not null then ${isInWards(scope, `${table}.location`)}
          when ${sql.ref(`${table}.contact_id`)} is not null then exists (
            select from contacts c
            where c.application_id = ${applicationId} and c.id = ${sql.ref(`${table}.contact_id`)} and ${isVisibleContact(scope)})
          else true end`
      : sql`true`;
  const { rows } = await sql<{ entry: texts.ThreadEntry }>`
    select entry from (
      select x.received_at as at, 1 as part, x.id, to_jsonb(x) || jsonb_build_object('from', 'them', 'at', x.received_at) as entry
      from inbound_texts x
      where x.application_id = ${applicationId} and x.channel = ${channel} and x.from_address = ${address} and ${isVisible('x')}
      union all
      select coalesce(d.sent_at, d.created_at), case d.purpose when 'automatic_reply' then 2 else 0 end, d.id, jsonb_build_object(
        'from', 'us', 'id', d.id, 'channel', d.channel, 'subject', d.subject, 'text', d.text,
        'at', coalesce(d.sent_at, d.created_at), 'state', d.state, 'reason', d.reason, 'purpose', d.purpose, 'user_name', u.name)
      from deliveries d
      left join users u on u.id = d.user_id
      where d.application_id = ${applicationId} and d.channel = ${channel} and d.recipient = ${address}
        and d.purpose in ('survey', 'message', 'de_escalation', 'automatic_reply') and ${isVisible('d')}
      order by at desc, part desc, id desc limit ${MAX_THREAD_ENTRIES}
    ) newest order by at, part, id`.execute(tx);
  return rows.map(({ entry }) => entry);
}
