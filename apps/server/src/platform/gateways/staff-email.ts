import { withoutUnstorable } from '../http/storable-text.ts';
import type { Attachment, Email, SendResult } from './gateway.ts';

/** After so many attempts an e-mail to staff is given up. */
export const MAX_ATTEMPTS = 8;

interface StaffEmail {
  to: string;
  subject: string;
  text: string;
  /** UUID of its row, the same at every attempt. */
  message_id: string;
  attachments?: readonly Attachment[];
}

/** An e-mail of Wardvoice itself to a colleague, from the host of this installation. */
export function emailToStaff(publicUrl: string, { message_id, ...written }: StaffEmail): Email {
  const domain = new URL(publicUrl).hostname;
  return {
    ...written,
    from: { name: 'Wardvoice', address: `no-reply@${domain}` },
    unsubscribeUrl: null,
    messageId: `<${message_id}@${domain}>`,
  };
}

interface Outcome {
  /** `waiting`: it is to be tried again. */
  state: 'sent' | 'waiting' | 'failed';
  last_error: string | null;
  sent_at: Date | null;
}

/** What became of an e-mail by its attempt of this number, as its row keeps it. */
export function outcomeOf(result: SendResult, attempts: number, now: Date): Outcome {
  if (result.ok) return { state: 'sent', last_error: null, sent_at: now };
  const isRetried = result.outcome === 'retry' && attempts < MAX_ATTEMPTS;
  return { state: isRetried ? 'waiting' : 'failed', last_error: withoutUnstorable(result.error), sent_at: null };
}
