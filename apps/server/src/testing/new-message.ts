import { readHeader } from '@wardvoice/hl7';
import { headerColumns } from '../features/intake/index.ts';
import type { NewMessage } from '../features/intake/store-messages.ts';

/** Returns a message as the intake has validated it, for tests of what stores it. */
export function newMessage(text: string, applicationId: number | null, parts: Partial<NewMessage> = {}): NewMessage {
  const raw = Buffer.from(text);
  const { header } = readHeader(raw);
  return {
    applicationId,
    state: 'received',
    source: 'mllp',
    receivedAt: new Date(),
    ...headerColumns(header),
    subjectKeys: [],
    silent: false,
    raw,
    rawTruncated: false,
    error: null,
    ...parts,
  };
}
