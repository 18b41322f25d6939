import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export function findTextToFollowUp(tx: Tx, applicationId: number, id: number) {
  return tx
    .selectFrom('inbound_texts as x')
    .leftJoin('deliveries as d', (join) =>
      join.onRef('d.application_id', '=', 'x.application_id').onRef('d.id', '=', 'x.delivery_id'),
    )
    .select(['x.text', 'x.subject', 'x.harm', 'x.location', 'd.survey_id'])
    .where('x.application_id', '=', applicationId)
    .where('x.id', '=', id)
    .executeTakeFirst();
}

/** People of the application with the permission "admin", who are told where no department has anybody. */
export async function listAdministrators(tx: Tx, applicationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    join application_users au on au.user_id = u.id and au.application_id = ${applicationId}
    where u.deactivated_at is null and (u.super_user = 1 or exists (
      select from user_permissions held
      join permissions p on p.id = held.permission_id
      where held.user_id = u.id and p.name = 'admin'))
    order by u.id`.execute(tx);
  return rows.map(({ id }) => id);
}
