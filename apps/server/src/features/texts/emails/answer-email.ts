import type { Tx } from '../../../platform/db/database.ts';
import type { AnsweredText } from '../../consent/index.ts';
import { planAutomaticReply } from '../../receipts/index.ts';

/**
 * Plans the automatic reply to an e-mail, in the transaction that stores it. Whom nobody has written to is not answered: the sender of
 * an e-mail is easily forged, and another would get what they never asked for (RFC 3834 §2).
 */
export async function answerEmail(tx: Tx, text: AnsweredText, reply: string): Promise<void> {
  if (text.delivery_id === null) return;
  await planAutomaticReply(tx, text, {
    channel: 'email',
    subject: subjectOfReply(text.subject),
    text: reply,
    payload: { in_reply_to: asMessageId(text.gateway_message_id) },
  });
}

export const subjectOfReply = (subject: string | null): string =>
  `Re: ${(subject ?? '').replace(/^(re|aw|sv|odp):\s*/i, '')}`.trim();

/** Returns a Message-ID as other e-mails name it (RFC 5322 §3.6.4); null for what stands for one that is missing. */
export function asMessageId(id: string | null): string | null {
  const [, name] = /^<?([^\s<>]+@[^\s<>]+)>?$/.exec(id ?? '') ?? [];
  return name === undefined ? null : `<${name}>`;
}
