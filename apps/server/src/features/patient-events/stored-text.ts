import { parseMessage, type ParseResult } from '@wardvoice/hl7';
import { sql } from 'kysely';

/** A message as it is stored: the bytes of it or of its correction, and the charset that its sender is known to write. */
export interface StoredText {
  text: Buffer;
  sender_charset: string | null;
}

/** SQL: the charset that the sender of the message `m` is known to write; null: what MSH-18 says. */
export const senderCharset = sql<string | null>`(
  select p.charset from sender_profiles p
  where p.application_id = m.application_id and p.sending_application = m.sending_application
    and p.sending_facility = m.sending_facility)`;

/** Parses a stored message as processing does. A correction declares UTF-8, and no setting of its sender changes that. */
export const parseStored = ({ text, sender_charset }: StoredText): ParseResult =>
  parseMessage(text, { charsetOf: () => sender_charset });
