import type { Page, PagingQuery, accountEmails } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { languageOfStaff } from '../users/index.ts';

export type AccountEmailKind = (typeof accountEmails.ACCOUNT_EMAIL_KINDS)[number];

export const SEND_ACCOUNT_EMAIL = 'send-account-email';
/** The limit per person, kind of e-mail and hour keeps repeated requests from filling somebody's mailbox. */
const MAX_OF_A_KIND_PER_HOUR = 3;
const KEPT_DAYS = 90;

/** A user, or an address that no account has. */
type Addressee = { user_id: number } | { recipient: string };

/**
 * Writes an e-mail to a person about their account and enqueues its job, unless the person was sent
 * MAX_OF_A_KIND_PER_HOUR of this kind within the hour. Returns whether it was written.
 */
export async function writeAccountEmail(
  tx: Tx,
  ctx: Context,
  email: Addressee & {
    kind: AccountEmailKind;
    password_reset_id?: number;
    account_registration_id?: number;
    account_invitation_id?: number;
  },
): Promise<boolean> {
  const now = ctx.clock();
  const isToThem =
    'user_id' in email
      ? sql<boolean>`user_id = ${email.user_id}`
      : sql<boolean>`lower(recipient) = ${email.recipient.toLowerCase()}`;
  await tx
    .deleteFrom('account_emails')
    .where(isToThem)
    .where('created_at', '<', new Date(now.getTime() - KEPT_DAYS * 86_400_000))
    .execute();
  const { count } = await tx
    .selectFrom('account_emails')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(isToThem)
    .where('kind', '=', email.kind)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .executeTakeFirstOrThrow();
  if (count >= MAX_OF_A_KIND_PER_HOUR) return false;
  const { id } = await tx
    .insertInto('account_emails')
    .values({ ...email, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(tx, [{ task: SEND_ACCOUNT_EMAIL, payload: { account_email_id: id } }]);
  return true;
}

export interface WaitingEmail {
  id: number;
  kind: AccountEmailKind;
  attempts: number;
  message_id: string;
  email: string;
  /** The language of their screens; null when it is not known, as of an address without an account. */
  language: string | null;
  /** The link in the e-mail is derived from this id; null when the e-mail has no link. */
  request_id: string | null;
  token_hash: Buffer | null;
}

/** Returns an e-mail that is still waiting and counts the attempt; null when it was sent or given up before. */
export async function claimAccountEmail(tx: Tx, id: number, gateway: string): Promise<WaitingEmail | null> {
  const { rows } = await sql<WaitingEmail>`
    update account_emails e set attempts = e.attempts + 1, gateway = ${gateway}
    where e.id = ${id} and e.state = 'waiting'
    returning e.id, e.kind, e.attempts, e.message_id,
      coalesce(e.recipient, (select u.email from users u where u.id = e.user_id)) as email,
      (select ${languageOfStaff} from users u where u.id = e.user_id) as language,
      coalesce(
        (select r.request_id from password_resets r where r.id = e.password_reset_id),
        (select r.request_id from account_registrations r where r.id = e.account_registration_id),
        (select i.request_id from account_invitations i where i.id = e.account_invitation_id)) as request_id,
      coalesce(
        (select r.token_hash from password_resets r where r.id = e.password_reset_id),
        (select r.token_hash from account_registrations r where r.id = e.account_registration_id),
        (select i.token_hash from account_invitations i where i.id = e.account_invitation_id)) as token_hash`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export async function recordAccountEmail(
  tx: Tx,
  id: number,
  result: { state: 'waiting' | 'sent' | 'failed'; last_error: string | null; sent_at: Date | null },
): Promise<void> {
  await tx.updateTable('account_emails').set(result).where('id', '=', id).execute();
}

/** Lists e-mails, each with what is stored of its link while that link can still be used. */
export function listAccountEmails(
  tx: Tx,
  query: PagingQuery & { sort: string },
  now: Date,
): Promise<Page<ListedEmail>> {
  const descending = query.sort.startsWith('-');
  const rows = tx
    .selectFrom('account_emails as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin('password_resets as r', (join) =>
      join.onRef('r.id', '=', 'e.password_reset_id').on('r.used_at', 'is', null).on('r.expires_at', '>', now),
    )
    .leftJoin('account_registrations as g', (join) =>
      join
        .onRef('g.id', '=', 'e.account_registration_id')
        .on('g.confirmed_at', 'is', null)
        .on('g.expires_at', '>', now),
    )
    .leftJoin('account_invitations as i', (join) =>
      join
        .onRef('i.id', '=', 'e.account_invitation_id')
        .on('i.accepted_at', 'is', null)
        .on('i.withdrawn_at', 'is', null)
        .on('i.expires_at', '>', now),
    )
    .select(['e.id', 'e.gateway', 'e.last_error', 'e.created_at', 'e.sent_at', 'u.name'])
    .select([
      sql<string>`coalesce(e.recipient, u.email)`.as('recipient'),
      sql<AccountEmailKind>`e.kind`.as('kind'),
      sql<accountEmails.AccountEmail['state']>`e.state`.as('state'),
      sql<string | null>`coalesce(r.request_id, g.request_id, i.request_id)`.as('request_id'),
      sql<Buffer | null>`coalesce(r.token_hash, g.token_hash, i.token_hash)`.as('token_hash'),
    ])
    .$if(Boolean(query.term), (from) =>
      from.where(
        sql<boolean>`(coalesce(e.recipient, u.email) ilike ${containing(query.term)} or u.name ilike ${containing(query.term)})`,
      ),
    )
    .orderBy('e.created_at', descending ? 'desc' : 'asc')
    .orderBy('e.id', descending ? 'desc' : 'asc');
  return fetchPage(tx, rows, query);
}

interface ListedEmail {
  id: number;
  kind: AccountEmailKind;
  state: accountEmails.AccountEmail['state'];
  recipient: string;
  name: string | null;
  gateway: string | null;
  last_error: string | null;
  created_at: Date;
  sent_at: Date | null;
  request_id: string | null;
  token_hash: Buffer | null;
}
