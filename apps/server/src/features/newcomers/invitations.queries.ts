import type { PagingQuery } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { fetchPage } from '../../platform/db/page.ts';
import type { Scope } from '../../platform/scope.ts';

/*
 * Invitations to have an account; those of patients to a survey are in the slice invitations. These queries run in
 * transactions that see all, and decide which invitations the caller sees.
 */

const KEPT_DAYS = 90;
const MS_PER_DAY = 86_400_000;

/** The link of an invitation, renewed whenever it is sent. */
export interface InvitationLink {
  request_id: string;
  token_hash: Buffer;
  invited_by: number;
  sent_at: Date;
  expires_at: Date;
}

/** The open invitations of the caller's application that promise no ward which the caller does not see. */
const visible = (tx: Tx, { applicationId, locations }: Scope) =>
  tx
    .selectFrom('account_invitations as i')
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .$if(applicationId !== 'all', (rows) => rows.where(sql<boolean>`i.application_id = ${applicationId}`))
    .$if(locations.length > 0, (rows) =>
      rows.where(sql<boolean>`cardinality(i.locations) > 0 and i.locations <@ ${[...locations]}::text[]`),
    );

export function listOpenInvitations(
  tx: Tx,
  scope: Scope,
  { term, sort, ...paging }: PagingQuery & { sort: string },
  now: Date,
) {
  const pattern = containing(term);
  const rows = visible(tx, scope)
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .leftJoin('applications as a', 'a.id', 'i.application_id')
    .leftJoin('roles as r', 'r.id', 'i.role_id')
    .select(['i.id', 'i.name', 'i.email', 'i.super_user', 'i.locations', 'i.sent_at', 'i.expires_at'])
    .select([
      'a.title as application_title',
      'u.name as invited_by',
      'r.name as role_name',
      sql<boolean>`i.expires_at <= ${now}`.as('is_expired'),
    ])
    .$if(Boolean(term), (from) => from.where(sql<boolean>`(i.name ilike ${pattern} or i.email ilike ${pattern})`))
    .orderBy(sort.endsWith('name') ? sql`lower(i.name)` : sql`i.sent_at`, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('i.id');
  return fetchPage(tx, rows, { ...paging, term });
}

/** Locks an open invitation that the caller sees. */
export function lockInvitation(tx: Tx, scope: Scope, id: number) {
  return visible(tx, scope)
    .select(['i.id', 'i.name', 'i.email', 'i.super_user', 'i.role_id'])
    .where('i.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function isInvited(tx: Tx, applicationId: number | null, email: string): Promise<boolean> {
  const found = await tx
    .selectFrom('account_invitations')
    .select('id')
    .where(sql<boolean>`application_id is not distinct from ${applicationId}`)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertInvitation(
  tx: Tx,
  invitation: InvitationLink & {
    application_id: number | null;
    name: string;
    email: string;
    phone: string | null;
    super_user: 0 | 1;
    landing_page: string | null;
    locations: string[];
    role_id: number | null;
  },
): Promise<number> {
  const { sent_at } = invitation;
  await sql`
    delete from account_invitations
    where coalesce(accepted_at, withdrawn_at, expires_at) < ${new Date(sent_at.getTime() - KEPT_DAYS * MS_PER_DAY)}`.execute(
    tx,
  );
  const { id } = await tx
    .insertInto('account_invitations')
    .values({ ...invitation, created_at: sent_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives the invitation a new link, so that the earlier one ends. */
export async function renewInvitation(tx: Tx, id: number, link: InvitationLink): Promise<void> {
  await tx.updateTable('account_invitations').set(link).where('id', '=', id).execute();
}

export async function recordWithdrawal(tx: Tx, id: number, withdrawn_at: Date): Promise<void> {
  await tx.updateTable('account_invitations').set({ withdrawn_at }).where('id', '=', id).execute();
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof lockInvitationByLink>>>;

/**
 * Locks the invitation of a link that still works: not when whoever sent it may no longer create such a user, or give
 * them the role. Of two calls at once, the second waits and gets undefined.
 */
export function lockInvitationByLink(tx: Tx, tokenHash: Buffer, now: Date) {
  return acceptable(tx, now).where('i.token_hash', '=', tokenHash).forUpdate('i').executeTakeFirst();
}

/** Locks the newest invitation to an address, with the same conditions. */
export function lockInvitationTo(tx: Tx, email: string, now: Date) {
  return acceptable(tx, now)
    .where(sql`lower(i.email)`, '=', email.toLowerCase())
    .orderBy('i.sent_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(1)
    .forUpdate('i')
    .executeTakeFirst();
}

const acceptable = (tx: Tx, now: Date) =>
  tx
    .selectFrom('account_invitations as i')
    .select([
      'i.id',
      'i.application_id',
      'i.name',
      'i.email',
      'i.phone',
      'i.super_user',
      'i.landing_page',
      'i.locations',
      'i.role_id',
    ])
    .where('i.accepted_at', 'is', null)
    .where('i.withdrawn_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where(
      sql<boolean>`exists (
        select from users u
        where u.id = i.invited_by and u.deactivated_at is null and (u.super_user = 1 or (
          i.super_user = 0
          and exists (
            select from held_permissions held
            join permissions p on p.id = held.permission_id
            where held.user_id = u.id and held.application_id = i.application_id
              and p.name in ('admin', 'users.create'))
          and not exists (
            select from role_permissions promised
            where promised.role_id = i.role_id and not exists (
              select from held_permissions held
              join permissions p on p.id = held.permission_id
              where held.user_id = u.id and held.application_id = i.application_id
                and (p.id = promised.permission_id or p.name = 'admin'))))))`,
    );

export async function recordAcceptance(
  tx: Tx,
  id: number,
  accepted: { user_id: number; accepted_at: Date },
): Promise<void> {
  await tx.updateTable('account_invitations').set(accepted).where('id', '=', id).execute();
}
