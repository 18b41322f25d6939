import { account } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { PersonSession } from '../../platform/http/session.ts';

const IDLE_LOCK_MS = account.IDLE_LOCK_MINUTES * 60_000;
const FRESH_MS = account.FRESH_SIGN_IN_MINUTES * 60_000;
/** The time of a session's last activity is stored at most this often. */
const NOTE_EVERY_MS = 10_000;

/** Where a request comes from. */
export interface Visitor {
  address: string;
  userAgent: string | null;
}

export async function insertSession(
  tx: Tx,
  session: {
    token_hash: Buffer;
    user_id: number;
    application_id: number | null;
    user_agent: string | null;
    address: string;
    method: account.SignInMethod;
    created_at: Date;
    /** When the person last proved who they are; earlier than `created_at` where the identity provider knew them already. */
    proved_at: Date;
    expires_at: Date;
  },
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', session.user_id)
    .where('expires_at', '<=', session.created_at)
    .execute();
  await tx
    .insertInto('sessions')
    .values({ ...session, last_seen_at: session.created_at })
    .execute();
}

/**
 * Returns a session with everything that access depends on, read anew for each call. A deactivated user, a withdrawn
 * permission or a lost membership therefore takes effect at the next call. The permissions are those in the chosen
 * application; without one they are those in any, and the calls that need an application ask to choose it.
 */
export async function findSession(
  tx: Tx,
  by: { tokenHash: Buffer } | { id: number },
  now: Date,
): Promise<(PersonSession & SeenAt) | null> {
  const { rows } = await sql<PersonSession & SeenAt>`
    select found.*, found."requiresTwoStep" and not exists (
      select from two_step t where t.user_id = found."userId" and t.confirmed_at is not null)
      and not exists (select from passkeys p where p.user_id = found."userId") as "needsTwoStep"
    from (
      select s.id, u.id as "userId", u.name as "userName", null as "apiKey", u.super_user, s.method, s.last_seen_at as "lastSeenAt",
        permission_names(u.id, au.application_id) as permissions,
        case when u.super_user = 1 or au.user_id is not null then s.application_id end as "applicationId",
        coalesce(au.locations, '{}') as locations,
        (select r.name from roles r where r.id = au.role_id) as role,
        s.locked_at is not null or s.last_seen_at <= ${new Date(now.getTime() - IDLE_LOCK_MS)} as locked,
        s.proved_at > ${new Date(now.getTime() - FRESH_MS)} as "isFresh",
        s.method <> 'single_sign_on' and requires_two_step(u.id) as "requiresTwoStep"
      from sessions s
      join users u on u.id = s.user_id and u.deactivated_at is null
      left join application_users au on au.user_id = u.id and au.application_id = s.application_id
      where ${'id' in by ? sql`s.id = ${by.id}` : sql`s.token_hash = ${by.tokenHash}`} and s.expires_at > ${now}
      offset 0) found`.execute(tx);
  return rows[0] ?? null;
}

interface SeenAt {
  lastSeenAt: Date;
}

/** Stores activity in the session. It never unlocks a session that is locked, and never moves the time back. */
export async function recordSeen(tx: Tx, session: PersonSession & SeenAt, seenAt: Date): Promise<void> {
  if (session.locked || seenAt.getTime() - session.lastSeenAt.getTime() < NOTE_EVERY_MS) return;
  await sql`update sessions set last_seen_at = greatest(last_seen_at, ${seenAt}) where id = ${session.id}`.execute(tx);
}

export async function setLocked(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ locked_at: now }).where('id', '=', id).execute();
}

/**
 * Counts a password before it is checked, so that many at once are no more than `max`. Returns how many were entered since
 * the last right one; undefined when the session has ended or had `max` already.
 */
export async function countPassword(tx: Tx, id: number, max: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('sessions')
    .set((update) => ({ wrong_passwords: update('wrong_passwords', '+', 1) }))
    .where('id', '=', id)
    .where('wrong_passwords', '<', max)
    .returning('wrong_passwords')
    .executeTakeFirst();
  return row?.wrong_passwords;
}

/** Returns false when the session has ended meanwhile. */
export async function forgetWrongPasswords(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ wrong_passwords: 0 })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stores when the person proved who they are, which never moves back. Returns until when the session counts as fresh;
 * null when it has ended meanwhile.
 */
export async function recordProof(tx: Tx, id: number, provedAt: Date): Promise<Date | null> {
  const row = await tx
    .updateTable('sessions')
    .set({ proved_at: sql<Date>`greatest(proved_at, ${provedAt})` })
    .where('id', '=', id)
    .returning('proved_at')
    .executeTakeFirst();
  return row ? new Date(row.proved_at.getTime() + FRESH_MS) : null;
}

export async function setUnlocked(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ locked_at: null, last_seen_at: now }).where('id', '=', id).execute();
}

export async function setSessionApplication(tx: Tx, id: number, applicationId: number | null): Promise<void> {
  await tx.updateTable('sessions').set({ application_id: applicationId }).where('id', '=', id).execute();
}

export function listSessions(tx: Tx, userId: number, currentId: number, now: Date) {
  return tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .select((select) => [
      sql<account.SignInMethod>`method`.as('method'),
      select('id', '=', currentId).$castTo<boolean>().as('current'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteSession(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns how many sessions were deleted. */
export async function deleteSessions(tx: Tx, userId: number, { except }: { except?: number } = {}): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
