import { sql } from 'kysely';
import type { senderReports } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { Sender } from './sender-report.queries.ts';

type Profile = senderReports.SenderProfile;

/** Returns the profile of a sender, by default one without settings. */
export const profileOf = (sender: Sender, profiles: readonly Profile[], isHeld: boolean): Profile =>
  profiles.find(
    (one) => one.sending_application === sender.sending_application && one.sending_facility === sender.sending_facility,
  ) ?? { ...sender, date_order: null, charset: null, may_send: !isHeld };

export function listProfiles(tx: Tx, applicationId: number): Promise<Profile[]> {
  return tx
    .selectFrom('sender_profiles')
    .select(['sending_application', 'sending_facility', 'date_order', 'charset', 'may_send'])
    .$narrowType<Pick<Profile, 'date_order' | 'charset'>>()
    .where('application_id', '=', applicationId)
    .execute();
}

export async function upsertProfile(tx: Tx, applicationId: number, profile: Profile): Promise<void> {
  await tx
    .insertInto('sender_profiles')
    .values({ application_id: applicationId, ...profile })
    .onConflict((conflict) =>
      conflict
        .columns(['application_id', 'sending_application', 'sending_facility'])
        .doUpdateSet({ date_order: profile.date_order, charset: profile.charset, may_send: profile.may_send }),
    )
    .execute();
}

export async function holdsNewSenders(tx: Tx, applicationId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('sender_holds')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * From now on nothing is sent because of a new sender's messages until a person approves it. Senders that have sent
 * before keep their setting.
 */
export async function startHold(tx: Tx, applicationId: number, now: Date): Promise<void> {
  await sql`
    insert into sender_profiles (application_id, sending_application, sending_facility)
    select distinct application_id, sending_application, sending_facility from hl7_messages
    where application_id = ${applicationId}
    on conflict do nothing`.execute(tx);
  await tx
    .insertInto('sender_holds')
    .values({ application_id: applicationId, held_since: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endHold(tx: Tx, applicationId: number): Promise<void> {
  await tx.deleteFrom('sender_holds').where('application_id', '=', applicationId).execute();
}
