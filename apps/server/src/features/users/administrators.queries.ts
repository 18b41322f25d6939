import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Somebody of the staff who can be written to. */
export interface StaffRecipient {
  user_id: number;
  name: string;
  /** null: none that mail can go to. */
  email: string | null;
  /** E.164 */
  phone: string | null;
}

/** A user `u` who may sign in, and has an e-mail address or a phone. */
export const isReachable = sql<boolean>`(
  u.deactivated_at is null and u.deleted_at is null and (u.email like '_%@_%' or u.phone is not null))`;

/** Of a user `u`. */
export const staffColumns = sql`u.id as user_id, u.name, case when u.email like '_%@_%' then u.email end as email, u.phone`;

/**
 * Returns who answers for an application when nobody else does: its people with the permission `admin`, or the superusers
 * where there is none who can be reached.
 */
export async function listAdministrators(tx: Tx, applicationId: number): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns}
    from users u
    where ${isReachable}
      and exists (
        select from application_users au where au.application_id = ${applicationId} and au.user_id = u.id)
      and exists (
        select from user_permissions up
        join permissions p on p.id = up.permission_id
        where up.user_id = u.id and p.name = 'admin')
    order by u.id`.execute(tx);
  return rows.length > 0 ? rows : listSuperusers(tx);
}

export async function listSuperusers(tx: Tx): Promise<StaffRecipient[]> {
  const { rows } = await sql<StaffRecipient>`
    select ${staffColumns} from users u where ${isReachable} and u.super_user = 1 order by u.id`.execute(tx);
  return rows;
}
