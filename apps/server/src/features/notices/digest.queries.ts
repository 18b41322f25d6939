import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { languageOfStaff } from '../users/index.ts';

export const SEND_DIGEST = 'send-digest';

/** A digest that could not begin for this long after its hour, because nothing ran, is left out for the day. */
const LATE_HOURS = 3;
const KEPT_DAYS = 90;

/**
 * Writes the digest of today, with its job, for everybody whose hour has come in their time zone. A person has one a day: of two
 * processes at once, one writes it.
 */
export async function insertDueDigests(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into digests (user_id, day, created_at)
    select t.user_id, (${now}::timestamptz at time zone t.time_zone)::date, ${now}
    from digest_times t
    join users u on u.id = t.user_id and u.deactivated_at is null and u.deleted_at is null and u.email like '_%@_%'
    where extract(hour from ${now}::timestamptz at time zone t.time_zone) between t.hour and t.hour + ${LATE_HOURS} - 1
    on conflict (user_id, day) do nothing
    returning id`.execute(tx);
  await enqueue(
    tx,
    rows.map(({ id }) => ({ task: SEND_DIGEST, payload: { digest_id: id } })),
  );
  await sql`delete from digests where created_at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(
    tx,
  );
}

export interface ClaimedDigest {
  user_id: number;
  email: string;
  /** The language of their screens; null when it is not known. */
  language: string | null;
  message_id: string;
  attempts: number;
  /** When the person's digest before this one was written; null for the first. */
  since: Date | null;
}

/**
 * Marks a waiting digest as being sent, and returns it. Undefined when another run has it or had it, or its person was
 * deactivated.
 */
export async function claimDigest(tx: Tx, id: number): Promise<ClaimedDigest | undefined> {
  const { rows } = await sql<ClaimedDigest>`
    update digests d set state = 'sending', attempts = d.attempts + 1
    from users u
    where d.id = ${id} and d.state = 'waiting' and u.id = d.user_id and u.deactivated_at is null and u.deleted_at is null
    returning d.user_id, u.email, ${languageOfStaff} as language, d.message_id, d.attempts, (
      select max(before.created_at) from digests before
      where before.user_id = d.user_id and before.id < d.id and before.state in ('sent', 'empty')) as since`.execute(
    tx,
  );
  return rows[0];
}

export async function recordDigest(
  tx: Tx,
  id: number,
  columns: { state: 'waiting' | 'sent' | 'empty' | 'failed'; last_error: string | null; sent_at: Date | null },
): Promise<void> {
  await tx.updateTable('digests').set(columns).where('id', '=', id).execute();
}

/** Returns the kinds that a person has chosen for the digest. */
export async function listDigestKinds(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('notice_settings')
    .select('kind')
    .where('user_id', '=', userId)
    .where('digest', '=', true)
    .execute();
  return rows.map(({ kind }) => kind);
}
