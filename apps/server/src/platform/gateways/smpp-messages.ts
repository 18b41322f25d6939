import { randomInt } from 'node:crypto';
import { plainSms, smsAlphabet, smsParts } from '@wardvoice/contract';
import smpp, { type Pdu } from 'smpp';
import type { SmsPart } from './gateway.ts';

const RECEIPT = 0x04;
const KIND_OF_MESSAGE = 0x3c;
const WITH_HEADER = 0x40;
const TON_UNKNOWN = 0;
const TON_INTERNATIONAL = 1;
const TON_ALPHANUMERIC = 5;
const NPI_UNKNOWN = 0;
const NPI_ISDN = 1;
const GSM_7 = 0;
const UCS_2 = 8;

/**
 * Returns the fields for a sender: a number, a short code, or a name of at most eleven characters. Without a sender the centre
 * uses its own.
 */
export function senderFields(from: string): Record<string, unknown> {
  if (from === '') return {};
  const digits = from.replace(/^\+/, '');
  if (!/^\d+$/.test(digits))
    return { source_addr_ton: TON_ALPHANUMERIC, source_addr_npi: NPI_UNKNOWN, source_addr: from };
  const isNumber = digits.length > 6;
  return {
    source_addr_ton: isNumber ? TON_INTERNATIONAL : TON_UNKNOWN,
    source_addr_npi: isNumber ? NPI_ISDN : NPI_UNKNOWN,
    source_addr: digits,
  };
}

/** Returns the fields of one submit_sm for each part of a text. Only the last part asks for a receipt. */
export function submissions(to: string, written: string): Record<string, unknown>[] {
  const text = plainSms(written);
  const parts = shortMessages(text);
  return parts.map((short_message, index) => ({
    dest_addr_ton: TON_INTERNATIONAL,
    dest_addr_npi: NPI_ISDN,
    destination_addr: to.replace(/^\+/, ''),
    data_coding: smsAlphabet(text) === 'GSM-7' ? GSM_7 : UCS_2,
    esm_class: parts.length > 1 ? WITH_HEADER : 0,
    registered_delivery: index === parts.length - 1 ? 1 : 0,
    short_message,
  }));
}

/**
 * Encodes a text and cuts it into parts between characters, not between bytes. The header of each says which part of how many it
 * is (3GPP TS 23.040 §9.2.3.24.1).
 */
function shortMessages(text: string): { message: Buffer; udh?: Buffer }[] {
  const encode = smsAlphabet(text) === 'GSM-7' ? smpp.encodings.ASCII.encode : smpp.encodings.UCS2.encode;
  const parts = smsParts(text);
  if (parts.length === 1) return [{ message: encode(text) }];
  const reference = randomInt(256);
  return parts.map((part, index) => ({
    udh: Buffer.from([0x05, 0x00, 0x03, reference, parts.length, index + 1]),
    message: encode(part),
  }));
}

/** Whether a deliver_sm is a receipt, not a text that somebody wrote (SMPP v3.4 §5.2.12). */
export const isReceipt = (pdu: Pdu): boolean => (pdu.esm_class & KIND_OF_MESSAGE) === RECEIPT;

/** Returns the text. A long one may be in `message_payload` instead (SMPP v3.4 §5.3.2.32). */
export function textOf({ short_message, message_payload }: Pdu): string {
  const { message } = short_message.message.length > 0 ? short_message : (message_payload ?? short_message);
  return Buffer.isBuffer(message) ? message.toString('latin1') : message;
}

/** Ids of the header's elements with which a phone puts parts together: reference of one byte, and of two. */
const CONCATENATED = { 0x00: 1, 0x08: 2 } as const;

/**
 * Returns which part of a long text it is: by its header (3GPP TS 23.040 §9.2.3.24.1 and §9.2.3.24.8), or by optional parameters
 * (SMPP v3.4 §5.3.2.22 to §5.3.2.24). Null: it is a whole text.
 */
export function partOf(pdu: Pdu): SmsPart | null {
  const { sar_msg_ref_num: reference, sar_total_segments: total, sar_segment_seqnum: number } = pdu;
  if (reference !== undefined && total !== undefined && number !== undefined)
    return checkedPart({ reference, total, number });
  for (const element of [...(pdu.short_message.udh ?? []), ...(pdu.message_payload?.udh ?? [])]) {
    const bytes = CONCATENATED[element[0] as keyof typeof CONCATENATED];
    if (bytes === undefined || element.length < 4 + bytes) continue;
    const [totalOf = 0, numberOf = 0] = element.subarray(2 + bytes);
    return checkedPart({ reference: element.readUIntBE(2, bytes), total: totalOf, number: numberOf });
  }
  return null;
}

const checkedPart = (part: SmsPart): SmsPart | null =>
  part.total > 1 && part.number >= 1 && part.number <= part.total ? part : null;

const DELIVERED = new Set(['DELIVRD', 'ACCEPTD', '2', '6']);
const FAILED = new Set(['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD', '3', '4', '5', '8']);

/** Reads a receipt from the optional parameters, else from the text format that most centres use (SMPP v3.4 appendix B). */
export function readReceipt(
  pdu: Pdu,
): { gatewayMessageId: string; event: 'delivered' | 'failed'; error: string | null } | null {
  const text = textOf(pdu).replaceAll('\0', '');
  const id = pdu.receipted_message_id?.replaceAll('\0', '') || /\bid:(\S+)/i.exec(text)?.[1];
  const state = pdu.message_state === undefined ? /\bstat:(\w+)/i.exec(text)?.[1] : String(pdu.message_state);
  if (!id || !state) return null;
  if (DELIVERED.has(state)) return { gatewayMessageId: id, event: 'delivered', error: null };
  if (!FAILED.has(state)) return null;
  const code = /\berr:(\w+)/i.exec(text)?.[1];
  return {
    gatewayMessageId: id,
    event: 'failed',
    error: `The network could not deliver it (${state}${code ? `, ${code}` : ''}).`,
  };
}
