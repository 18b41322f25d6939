import { createHash, randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/database.ts';
import type { MayWrite } from './draw-asking.ts';
import { HOUR_MS, plus, type Draw } from './draw.ts';
import { insertRows } from './insert-rows.ts';
import type { PastFeedback } from './store-answers.ts';
import { whatCameOf } from './store-askings.ts';
import { SENT_EMAIL } from './store-cases.ts';
import type { StoredStays } from './store-stays.ts';

const THANKS = [
  'Thank you for telling us. The team has read what you wrote, and was glad of it.',
  'Thank you. We have put your words up in the staff room.',
] as const;
const SORRY = [
  'Thank you for telling us, and we are sorry. The sister of the ward has looked into it and will ring you this week.',
  'We are sorry that it was so. We have changed how we do this, and would like to tell you how: when may we ring you?',
  'Thank you. You are right, and it should not have happened. We have spoken with the team.',
] as const;

/** Share of the comments that a colleague answers. */
const REPLYING = 0.05;

interface Replying {
  applicationId: number;
  surveyTitle(feedback: PastFeedback): string;
  feedbackId(feedback: PastFeedback): number;
  stored: StoredStays;
  mayWrite: MayWrite;
  readersOf(ward: string): readonly number[];
  now: Date;
}

/** Stores what colleagues wrote back to people who left a comment. Nobody is written to who died or opted out since. */
export async function storeReplies(
  tx: Tx,
  draw: Draw,
  given: readonly PastFeedback[],
  { applicationId, surveyTitle, feedbackId, stored, mayWrite, readersOf, now }: Replying,
): Promise<void> {
  const replied = given.flatMap((feedback) => {
    const { asking, themes, score, at } = feedback;
    if (themes.length === 0 || !draw.chance(REPLYING)) return [];
    const sentAt = plus(at, draw.between(3, 50) * HOUR_MS);
    const text = draw.pick(score !== null && score < 60 ? SORRY : THANKS);
    return sentAt < now && mayWrite(asking, sentAt) ? [{ feedback, sentAt, text }] : [];
  });
  await insertRows(
    tx,
    'deliveries',
    replied.map(({ feedback, sentAt, text }) => {
      const { asking } = feedback;
      const isSms = asking.channel === 'sms';
      const fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
      return {
        ...whatCameOf({
          ...SENT_EMAIL,
          channel: asking.channel,
          recipient: asking.recipient,
          sentAt: plus(sentAt, 300),
          state: isSms ? 'delivered' : 'sent',
          deliveredAt: isSms ? plus(sentAt, 7_000) : null,
        }),
        application_id: applicationId,
        purpose: 'message',
        cause: `feedback:${feedbackId(feedback)}:reply:${fingerprint}`,
        feedback_id: feedbackId(feedback),
        patient_id: stored.patientId(asking.stay.person),
        visit_id: stored.visitId(asking.stay),
        message_id: stored.lastMessageId(asking.stay),
        location: asking.event.ward,
        subject: surveyTitle(feedback),
        text,
        user_id: draw.pick(readersOf(asking.event.ward)),
        created_at: sentAt,
        send_at: sentAt,
        idempotency_key: randomUUID(),
      };
    }),
  );
}
