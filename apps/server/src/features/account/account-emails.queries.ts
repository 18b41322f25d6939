import type { account, Page, PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';

export type AccountEmailKind = (typeof account.ACCOUNT_EMAIL_KINDS)[number];

export const SEND_ACCOUNT_EMAIL = 'send-account-email';
/** The limit per person, kind of e-mail and hour keeps repeated requests from filling somebody's mailbox. */
const MAX_OF_A_KIND_PER_HOUR = 3;
const KEPT_DAYS = 90;

/**
 * Writes an e-mail to a person about their account and enqueues its job, unless the person was sent
 * MAX_OF_A_KIND_PER_HOUR of this kind within the hour.
 */
export async function writeAccountEmail(
  tx: Tx,
  ctx: Context,
  email: { user_id: number; kind: AccountEmailKind; password_reset_id?: number },
): Promise<void> {
  const now = ctx.clock();
  await tx
    .deleteFrom('account_emails')
    .where('user_id', '=', email.user_id)
    .where('created_at', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000))
    .execute();
  const { count } = await tx
    .selectFrom('account_emails')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', email.user_id)
    .where('kind', '=', email.kind)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .executeTakeFirstOrThrow();
  if (count >= MAX_OF_A_KIND_PER_HOUR) return;
  const { id } = await tx
    .insertInto('account_emails')
    .values({ ...email, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, [{ task: SEND_ACCOUNT_EMAIL, payload: { account_email_id: id } }]);
}

export interface WaitingEmail {
  id: number;
  kind: AccountEmailKind;
  attempts: number;
  message_id: string;
  email: string;
  /** The link in the e-mail is derived from this id; null when the e-mail has no link. */
  request_id: string | null;
}

/** Returns an e-mail that is still waiting and counts the attempt; null when it was sent or given up before. */
export async function claimAccountEmail(tx: Tx, id: number, gateway: string): Promise<WaitingEmail | null> {
  const { rows } = await sql<WaitingEmail>`
    update account_emails e set attempts = e.attempts + 1, gateway = ${gateway}
    from users u
    where e.id = ${id} and e.state = 'waiting' and u.id = e.user_id
    returning e.id, e.kind, e.attempts, e.message_id, u.email,
      (select r.request_id from password_resets r where r.id = e.password_reset_id) as request_id`.execute(tx);
  return rows[0] ?? null;
}

export async function recordAccountEmail(
  tx: Tx,
  id: number,
  result: { state: 'waiting' | 'sent' | 'failed'; last_error: string | null; sent_at: Date | null },
): Promise<void> {
  await tx.updateTable('account_emails').set(result).where('id', '=', id).execute();
}

/** Lists e-mails, each with the `request_id` of its link while that link can still be used. */
export function listAccountEmails(
  tx: Tx,
  query: PagingQuery & { sort: string },
  now: Date,
): Promise<Page<ListedEmail>> {
  const descending = query.sort.startsWith('-');
  const rows = tx
    .selectFrom('account_emails as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('password_resets as r', (join) =>
      join.onRef('r.id', '=', 'e.password_reset_id').on('r.used_at', 'is', null).on('r.expires_at', '>', now),
    )
    .select(['e.id', 'e.gateway', 'e.last_error', 'e.created_at', 'e.sent_at', 'u.email as recipient', 'u.name'])
    .select([
      sql<AccountEmailKind>`e.kind`.as('kind'),
      sql<account.AccountEmail['state']>`e.state`.as('state'),
      'r.request_id',
    ])
    .$if(Boolean(query.term), (from) =>
      from.where(sql<boolean>`(u.email ilike ${`%${query.term}%`} or u.name ilike ${`%${query.term}%`})`),
    )
    .orderBy('e.created_at', descending ? 'desc' : 'asc')
    .orderBy('e.id', descending ? 'desc' : 'asc');
  return fetchPage(tx, rows, query);
}

interface ListedEmail {
  id: number;
  kind: AccountEmailKind;
  state: account.AccountEmail['state'];
  recipient: string;
  name: string;
  gateway: string | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  request_id: string | null;
}
