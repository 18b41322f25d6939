import type { Tx } from '../../platform/db/database.ts';
import { planDeliveries, type PlannedDelivery } from '../deliveries/index.ts';
import type { StaffRecipient } from '../users/index.ts';
import type { CaseToTell } from './escalation.queries.ts';

interface Notices {
  /** What makes the notice the same one, however often it is planned; each person's id is added. */
  cause: string;
  email: { subject: string; text: string };
  sms: string;
  now: Date;
}

/** Plans an e-mail and an SMS about a case for each of these people, where they have an address. */
export async function planNotices(
  tx: Tx,
  { id: case_id, application_id }: CaseToTell,
  people: readonly StaffRecipient[],
  { cause, email: written, sms, now }: Notices,
): Promise<void> {
  await planDeliveries(
    tx,
    application_id,
    people.flatMap(({ user_id, email, phone }): PlannedDelivery[] => {
      const own = `${cause}:user:${user_id}`;
      const notice = { purpose: 'case_notice', send_at: now, case_id, user_id } as const;
      return [
        ...(email === null ? [] : [{ ...notice, channel: 'email' as const, cause: own, recipient: email, ...written }]),
        ...(phone === null
          ? []
          : [{ ...notice, channel: 'sms' as const, cause: `${own}:sms`, recipient: phone, text: sms }]),
      ];
    }),
    now,
  );
}
