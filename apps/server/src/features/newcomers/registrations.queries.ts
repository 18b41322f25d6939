import type { PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';

const UNCONFIRMED_KEPT_DAYS = 7;
const DECIDED_KEPT_DAYS = 90;
const MS_PER_DAY = 86_400_000;

/** Returns the id, or null when this request was stored before. */
export async function insertRegistration(
  tx: Tx,
  registration: {
    request_id: string;
    token_hash: Buffer;
    name: string;
    email: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<number | null> {
  const now = registration.created_at.getTime();
  await sql`
    delete from account_registrations
    where (confirmed_at is null and created_at < ${new Date(now - UNCONFIRMED_KEPT_DAYS * MS_PER_DAY)})
      or decided_at < ${new Date(now - DECIDED_KEPT_DAYS * MS_PER_DAY)}`.execute(tx);
  const row = await tx
    .insertInto('account_registrations')
    .values(registration)
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function deleteRegistration(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('account_registrations').where('id', '=', id).execute();
}

/** Locks the registration of a link that still works. Of two calls at once, the second waits and gets undefined. */
export function lockOpenRegistration(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .selectFrom('account_registrations')
    .select(['id', 'name', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** Ends the link of a registration whose address has an account by now. */
export async function endRegistrationLink(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('account_registrations').set({ expires_at: now }).where('id', '=', id).execute();
}

export async function recordConfirmation(
  tx: Tx,
  id: number,
  confirmed: { user_id: number; confirmed_at: Date },
): Promise<void> {
  await tx.updateTable('account_registrations').set(confirmed).where('id', '=', id).execute();
}

/**
 * Lists who has confirmed and waits. Somebody whom an administrator has added to an application in another way, or
 * deactivated, waits no longer.
 */
export function listWaiting(tx: Tx, { term, sort, ...paging }: PagingQuery & { sort: string }) {
  const pattern = containing(term);
  const rows = tx
    .selectFrom('account_registrations as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .select(['g.id', 'u.id as user_id', 'u.name', 'u.email', sql<Date>`g.confirmed_at`.as('confirmed_at')])
    .where('g.decision', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .where(sql<boolean>`not exists (select from application_users au where au.user_id = u.id)`)
    .$if(Boolean(term), (from) => from.where(sql<boolean>`(u.name ilike ${pattern} or u.email ilike ${pattern})`))
    .orderBy('g.confirmed_at', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('g.id');
  return fetchPage(tx, rows, { ...paging, term });
}

/** Returns false when there is nobody of this id who has confirmed. */
export async function isConfirmed(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('account_registrations')
    .select('id')
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Decides about a person once. Of two decisions at once, the second waits and gets undefined. */
export async function recordDecision(
  tx: Tx,
  id: number,
  decision: { decision: 'granted' | 'refused'; decided_at: Date; decided_by: number },
): Promise<{ user_id: number; name: string; email: string } | undefined> {
  const row = await tx
    .updateTable('account_registrations')
    .set(decision)
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('decision', 'is', null)
    .returning(['user_id', 'name', 'email'])
    .executeTakeFirst();
  return row && row.user_id !== null ? { ...row, user_id: row.user_id } : undefined;
}
