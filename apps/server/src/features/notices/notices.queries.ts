import type { inbox, notices } from '@wardvoice/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

type Setting = notices.NoticeSetting;

/** Returns what people have chosen for a kind, by user; whoever has chosen nothing is not in it. */
export async function listSettings(
  tx: Tx,
  kind: inbox.InboxKind,
  userIds: readonly number[],
): Promise<Map<number, Pick<Setting, 'email' | 'sms'>>> {
  if (userIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('notice_settings')
    .select(['user_id', 'email', 'sms'])
    .where('kind', '=', kind)
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map(({ user_id, ...ways }) => [user_id, ways]));
}

export async function getHospitalLanguage(tx: Tx, applicationId: number): Promise<string> {
  const { language } = await tx
    .selectFrom('applications')
    .select('language')
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow();
  return language;
}

export interface ChosenNotices {
  kinds: { kind: string; email: boolean; sms: boolean; digest: boolean }[];
  digest: { hour: number; time_zone: string } | null;
  has_email: boolean;
  has_phone: boolean;
  /** The time zone of the application; null without one. */
  application_time_zone: string | null;
}

export async function getChosen(tx: Tx, userId: number, applicationId: number | null): Promise<ChosenNotices> {
  const kinds = await tx
    .selectFrom('notice_settings')
    .select(['kind', 'email', 'sms', 'digest'])
    .where('user_id', '=', userId)
    .execute();
  const digest = await tx
    .selectFrom('digest_times')
    .select(['hour', 'time_zone'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const person = await tx
    .selectFrom('users as u')
    .leftJoin('applications as a', (join) => join.on('a.id', '=', applicationId))
    .select([
      sql<boolean>`u.email like '_%@_%'`.as('has_email'),
      sql<boolean>`u.phone is not null`.as('has_phone'),
      'a.time_zone as application_time_zone',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return { kinds, digest: digest ?? null, ...person };
}

export async function setChosen(
  tx: Tx,
  userId: number,
  { kinds, digest_hour, time_zone }: { kinds: Setting[]; digest_hour: number | null; time_zone: string },
): Promise<void> {
  if (kinds.length > 0)
    await tx
      .insertInto('notice_settings')
      .values(kinds.map((setting) => ({ ...setting, user_id: userId })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'kind']).doUpdateSet(({ ref }) => ({
          email: ref('excluded.email'),
          sms: ref('excluded.sms'),
          digest: ref('excluded.digest'),
        })),
      )
      .execute();
  if (digest_hour === null) await tx.deleteFrom('digest_times').where('user_id', '=', userId).execute();
  else
    await tx
      .insertInto('digest_times')
      .values({ user_id: userId, hour: digest_hour, time_zone })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hour: digest_hour, time_zone }))
      .execute();
}
