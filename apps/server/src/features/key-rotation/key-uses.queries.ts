import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { UNSEALED_DIGITS } from '../../platform/secrets.ts';
import { PATIENT_PURPOSES } from '../suppression/index.ts';

/** The unsubscribe link of an e-mail keeps its key for so long. */
const UNSUBSCRIBE_DAYS = 365;

export const USES = {
  two_step: 'two-step secrets',
  recovery_codes: 'recovery codes',
  applications: 'access secrets of applications',
  webhooks: 'secrets of webhooks',
  destinations: 'keys of certificates of destinations',
  invitations: 'surveys that may be sent again',
  password_resets: 'links to choose a password that may be sent again',
  account_registrations: 'links to confirm an account that may be sent again',
  account_invitations: 'invitations of users that may be sent again',
  deliveries: 'unsubscribe links in e-mails',
} as const;

export interface KeyUse {
  table: keyof typeof USES;
  rows: number;
  /** When the last of them needs no key any more; null: when it is encrypted anew. */
  until: Date | null;
}

/** Rows that name their key; null: from before keys had names. */
export interface NamedUse extends KeyUse {
  key: string | null;
}

/** Counts what is encrypted, by the key that it names. */
export async function countEncrypted(tx: Tx): Promise<NamedUse[]> {
  const ofHash = (hash: RawBuilder<unknown>) =>
    sql`case when length(${hash}) <> ${UNSEALED_DIGITS} then substring(${hash} from 3 for 12) end`;
  const { rows } = await sql<NamedUse>`
    select "table", key, count(*) as rows, null as until from (
      select 'two_step' as "table", encode(substring(secret from 2 for 6), 'hex') as key from two_step
      union all
      select 'recovery_codes', ${ofHash(sql`code_hash`)} from recovery_codes where used_at is null
      union all
      select 'applications', ${ofHash(sql`access_secret_hash`)} from applications
      union all
      select 'webhooks', encode(substring(secret from 2 for 6), 'hex') from webhooks
      union all
      select 'webhooks', encode(substring(previous_secret from 2 for 6), 'hex') from webhooks
      where previous_secret is not null
      union all
      select 'webhooks', encode(substring(headers from 2 for 6), 'hex') from webhooks where headers is not null
      union all
      select 'destinations', encode(substring(client_key from 2 for 6), 'hex') from destinations
      where client_key is not null) stored
    group by "table", key order by "table"`.execute(tx);
  return rows;
}

/** Counts the links that were made between two times and that somebody may still need, by table. */
export async function countLinks(tx: Tx, from: Date, to: Date, now: Date): Promise<KeyUse[]> {
  const made = (column: RawBuilder<unknown>) => sql`${column} >= ${from} and ${column} < ${to}`;
  const { rows } = await sql<KeyUse>`
    select * from (
      select 'invitations' as "table", count(*) as rows, max(expires_at) as until from invitations
      where answered_at is null and withdrawn_at is null and expires_at > ${now} and ${made(sql`created_at`)}
      union all
      select 'password_resets', count(*), max(expires_at) from password_resets
      where used_at is null and expires_at > ${now} and ${made(sql`created_at`)}
      union all
      select 'account_registrations', count(*), max(expires_at) from account_registrations
      where confirmed_at is null and expires_at > ${now} and ${made(sql`created_at`)}
      union all
      select 'account_invitations', count(*), max(expires_at) from account_invitations
      where accepted_at is null and withdrawn_at is null and expires_at > ${now} and ${made(sql`sent_at`)}
      union all
      select 'deliveries', count(*), max(sent_at) + make_interval(days => ${UNSUBSCRIBE_DAYS}) from deliveries
      where channel = 'email' and purpose = any(${PATIENT_PURPOSES}::text[]) and ${made(sql`sent_at`)}
        and sent_at > ${now}::timestamptz - make_interval(days => ${UNSUBSCRIBE_DAYS})) found
    where rows > 0`.execute(tx);
  return rows;
}
