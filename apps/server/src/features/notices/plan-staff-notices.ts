import type { inbox } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import { staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import type { NoticeWords, StaffWords } from '../../staff-texts/staff-words.ts';
import { planDeliveries, type PlannedDelivery } from '../deliveries/index.ts';
import type { StaffRecipient } from '../users/index.ts';
import { getHospitalLanguage } from './notices.queries.ts';
import { findWaysToHear } from './ways-to-hear.ts';

interface StaffNotice {
  kind: inbox.InboxKind;
  people: readonly StaffRecipient[];
  /** Identifies what it is about: "case:7:level:1". Each person gets one notice of it by each way. */
  cause: string;
  /** Writes the notice in the words of the reader's language. */
  write: (words: StaffWords) => NoticeWords;
  case_id?: number;
}

/**
 * Sends a notice to colleagues by the ways by which they hear of its kind, as deliveries of the application. E-mail and SMS are not
 * confidential, so the texts may contain neither who it is about nor what they said. Each person reads the language of their screens,
 * else that of the application.
 */
export async function planStaffNotices(
  tx: Tx,
  applicationId: number,
  { kind, people, cause, write, ...about }: StaffNotice,
  now: Date,
): Promise<void> {
  const heard = await findWaysToHear(tx, kind, people);
  if (heard.length === 0) return;
  const hospitalLanguage = await getHospitalLanguage(tx, applicationId);
  const planned = heard.flatMap(({ user_id, email, phone, language }): PlannedDelivery[] => {
    const { subject, text, sms } = write(staffWordsIn(language ?? hospitalLanguage));
    const own = `${cause}:user:${user_id}`;
    const notice = { ...about, purpose: 'case_notice', send_at: now, user_id } as const;
    return [
      ...(email === null
        ? []
        : [{ ...notice, channel: 'email' as const, cause: own, recipient: email, subject, text }]),
      ...(phone === null
        ? []
        : [{ ...notice, channel: 'sms' as const, cause: `${own}:sms`, recipient: phone, text: sms }]),
    ];
  });
  await planDeliveries(tx, applicationId, planned, now);
}
