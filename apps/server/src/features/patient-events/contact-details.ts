import { isEmail } from '@wardvoice/contract';
import type { Pid } from '@wardvoice/hl7';
import { storable } from './storable.ts';
import { parsePhone } from '../../platform/parse-phone.ts';

/** undefined: not sent, so it stays. null: sent as `""`, so it is deleted. */
export interface ContactDetails {
  /** E.164, a mobile number if there is one. An invalid number is kept as sent, so that the gate can report it. */
  phone: string | null | undefined;
  email: string | null | undefined;
}

type Xtn = Pid['phoneNumberHome'][number];

/** XTN.3 (HL7 table 0202) of devices that receive neither voice nor text. */
const NO_PHONE: ReadonlySet<string> = new Set(['FX', 'MD', 'BP', 'TDD', 'TTY', 'INTERNET', 'X.400']);

/**
 * Reads phone and e-mail from PID-13 and PID-40 in all the forms that senders use: the phone in the first and the
 * e-mail in the fourth component (2.3 to 2.6), the e-mail as its own repetition (`^NET^Internet^a@b.org`), the number
 * in components 5 to 7 or in 12.
 */
export function readContactDetails(pid: Pid, country: string): ContactDetails {
  const sent = [...pid.phoneNumberHome, ...pid.patientTelecommunicationInformation];
  if (sent.length === 0) return { phone: undefined, email: undefined };
  if (sent.every((one) => one.isNull)) return { phone: null, email: null };

  const phones = sent.map((one) => readPhone(one, country)).filter((phone) => phone !== null);
  const emails = sent.map(readEmail).filter((email) => email !== null);
  const phone = phones.find(({ mobile }) => mobile) ?? phones.find(({ usable }) => usable) ?? phones[0];
  const deleted = (part: 'telephoneNumber' | 'emailAddress') =>
    sent.some((one) => one[part] === null) ? null : undefined;
  return {
    phone: phone?.number ?? deleted('telephoneNumber'),
    email: emails.find(isEmail) ?? emails[0] ?? deleted('emailAddress'),
  };
}

const MAX_UNUSABLE_PHONE = 100;
const MAX_UNUSABLE_EMAIL = 300;

/** Returns what is in the place of an e-mail address, or what looks like one in the place of a number. */
function readEmail(xtn: Xtn): string | null {
  const given = (xtn.emailAddress ?? '').trim();
  const misplaced = (xtn.telephoneNumber ?? '').trim();
  if (given) return storable(given, MAX_UNUSABLE_EMAIL);
  return isEmail(misplaced) ? misplaced : null;
}

interface Phone {
  number: string;
  mobile: boolean;
  usable: boolean;
}

/**
 * Returns a number with a length that its country has. The stricter tables of the library are not used, because they
 * lag behind new ranges and refuse numbers reserved for tests.
 */
function readPhone(xtn: Xtn, country: string): Phone | null {
  const equipment = (xtn.telecommunicationEquipmentType ?? '').toUpperCase();
  if (NO_PHONE.has(equipment)) return null;
  const parts = [xtn.areaCityCode, xtn.localNumber].map((part) => part ?? '').join('');
  const inParts = xtn.localNumber && xtn.countryCode ? `+${xtn.countryCode}${parts}` : parts;
  const candidates = [xtn.unformattedTelephoneNumber, xtn.telephoneNumber, inParts].map((text) => (text ?? '').trim());
  for (const text of candidates) {
    const found = text ? parseNumber(text, country) : null;
    if (found) return { number: found.number, mobile: equipment === 'CP' || found.mobile, usable: true };
  }
  const odd = candidates.find((text) => /\d/.test(text) && !text.includes('@'));
  return odd ? { number: storable(odd, MAX_UNUSABLE_PHONE), mobile: false, usable: false } : null;
}

/** A cache of recent numbers. A feed repeats the same numbers with every event of a stay, and parsing one is slow. */
const parsed = new Map<string, { number: string; mobile: boolean } | null>();
const MAX_PARSED = 5_000;

/** Returns null for a number that is neither of this country nor international. */
function parseNumber(text: string, country: string): { number: string; mobile: boolean } | null {
  const key = `${country} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const found = parsePhone(text, country);
  const read = found?.isPossible() ? { number: found.number, mobile: found.getType() === 'MOBILE' } : null;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(key, read);
  return read;
}
