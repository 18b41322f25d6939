import type { Cx, Hd, MessageHeader } from '@wardvoice/hl7';
import { storable } from './storable.ts';

/** A number of a patient as a message contains it (CX, HL7 v2.5.1 §2.A.14). */
export interface SentIdentifier {
  /** CX.1 */
  identifier: string;
  /** CX.5 in upper case (HL7 table 0203); '' when the sender gives none. */
  type: string;
  /**
   * The names that the sender uses for the authority: one name, or two of the same authority, never none. See
   * authorityNames.
   */
  authority: readonly string[];
  /** The name shown on screens: the namespace, the universal id, or the sending facility. */
  authorityTitle: string;
}

const MAX_IDENTIFIER = 200;
const MAX_AUTHORITY = 200;

/** Numbers of accounts, visits and orders belong to an event and not to a person (HL7 table 0203). */
const NEVER_A_PERSON: ReadonlySet<string> = new Set([
  'AN',
  'VN',
  'ACSN',
  'FILL',
  'PLAC',
  'RI',
  'RRI',
  'ANON',
  'ANC',
  'ANT',
  'AM',
  'BA',
  'BC',
  'TAX',
]);

/**
 * Returns the numbers in a list of CX that may identify a person, in the order sent. `fallback` is the authority of
 * numbers without one: the sending facility (see sendingAuthority).
 */
export function readIdentifiers(list: readonly Cx[], fallback: SendingAuthority): SentIdentifier[] {
  return list.flatMap((cx) => {
    const identifier = textOf(cx.idNumber, MAX_IDENTIFIER);
    const type = textOf(cx.identifierTypeCode, 20).toUpperCase();
    if (identifier === '' || NEVER_A_PERSON.has(type)) return [];
    const own = authorityNames(cx.assigningAuthority);
    const { names, title } = own.names.length > 0 ? own : fallback;
    return [{ identifier, type, authority: names, authorityTitle: title }];
  });
}

export interface SendingAuthority {
  names: readonly string[];
  title: string;
}

/**
 * Returns the authority of numbers without one: MSH-4, else MSH-3. Two facilities never share such an authority.
 * `field` separates numbers that are not the facility's own, such as external ones in PID-2.
 */
export function sendingAuthority(
  { sendingFacility, sendingApplication }: MessageHeader,
  field?: string,
): SendingAuthority {
  const sender = storable(sendingFacility || sendingApplication, MAX_AUTHORITY).trim() || 'Unnamed sender';
  const title = field ? `${sender} ${field}` : sender;
  return { names: [`namespace:${title.toUpperCase()}`], title };
}

/**
 * Returns the names of one authority in an HD (HL7 v2.5.1 §2.A.33): its namespace, its universal id with the type, or
 * both; none when neither was sent. Case is ignored, and "urn:oid:1.2.3" equals the ISO id 1.2.3.
 */
export function authorityNames(hd: Hd): SendingAuthority {
  const namespace = textOf(hd.namespaceId, MAX_AUTHORITY);
  const universal = textOf(hd.universalId, MAX_AUTHORITY).replace(/^urn:(oid|uuid):/i, '');
  const type = textOf(hd.universalIdType, 20).toUpperCase() || typeOfUniversalId(universal);
  const names = [
    ...(namespace === '' ? [] : [`namespace:${namespace.toUpperCase()}`]),
    ...(universal === '' ? [] : [`universal:${type}:${universal.toUpperCase()}`]),
  ];
  return { names, title: namespace || universal };
}

/** Returns every name that a word for an authority may stand for: a namespace, or a universal id. */
export function namesOfAuthority(text: string): string[] {
  const name = text.trim().toUpperCase();
  return [`namespace:${name}`, `universal:${typeOfUniversalId(name)}:${name}`];
}

function typeOfUniversalId(id: string): string {
  if (/^[0-2](\.\d+)+$/.test(id)) return 'ISO';
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? 'UUID' : '';
}

const textOf = (value: string | null, maxLength: number): string => storable(value ?? '', maxLength).trim();

/**
 * Returns whether the version of the message also puts numbers of the patient into PID-2 and PID-4 (HL7 v2.1 to v2.3).
 */
export const numbersInPid2And4 = ({ versionId }: MessageHeader): boolean => /^2\.[0-3](\.|$)/.test(versionId);
