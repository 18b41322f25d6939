import { isEmail } from '@wardvoice/contract';
import type { PhoneNumber } from 'libphonenumber-js/max';
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

/** Devices that receive neither voice nor text (HL7 table 0202, and what senders write for it). */
const NO_PHONE: ReadonlySet<string> = new Set(['FX', 'FAX', 'MD', 'BP', 'TDD', 'TTY', 'INTERNET', 'X.400']);

/**
 * Reads phone and e-mail from PID-13, PID-40 and what is a mobile in PID-14, in all the forms that senders use: the phone
 * in the first and the e-mail in the fourth component (2.3 to 2.6), the e-mail as its own repetition
 * (`^NET^Internet^a@b.org`), the number in components 5 to 7, in 12, or where none belongs.
 */
export function readContactDetails(pid: Pid, country: string): ContactDetails {
  const sent = [
    ...pid.phoneNumberHome,
    ...pid.patientTelecommunicationInformation,
    // Some senders have the patient's mobile where a number at work belongs, and say so.
    ...pid.phoneNumberBusiness.filter((one) => isMobile(one) && one.telecommunicationUseCode !== 'WPN'),
  ];
  if (sent.length === 0) return { phone: undefined, email: undefined };
  if (sent.every((one) => one.isNull)) return { phone: null, email: null };

  const phones = sent.map((one) => readPhone(one, country)).filter((phone) => phone !== null);
  const emails = sent.map((one) => readEmail(one, country)).filter((email) => email !== null);
  const phone = phones.find(({ mobile }) => mobile) ?? phones.find(({ usable }) => usable) ?? phones[0];
  const deleted = (part: 'telephoneNumber' | 'emailAddress') =>
    sent.some((one) => one[part] === null) ? null : undefined;
  return {
    phone: phone?.number ?? deleted('telephoneNumber'),
    email: emails.find(isEmail) ?? emails[0] ?? deleted('emailAddress'),
  };
}

const MOBILE: ReadonlySet<string> = new Set(['CP', 'MOBILE', 'CELL']);

/** Returns whether the sender says that it is one of these, in XTN.2, XTN.3 or in place of the e-mail address. */
const isCalled = (kinds: ReadonlySet<string>, xtn: Xtn): boolean =>
  [xtn.telecommunicationUseCode, xtn.telecommunicationEquipmentType, xtn.emailAddress].some((text) =>
    kinds.has((text ?? '').trim().toUpperCase()),
  );

const isMobile = (xtn: Xtn): boolean => isCalled(MOBILE, xtn);

const MAX_UNUSABLE_PHONE = 100;
const MAX_UNUSABLE_EMAIL = 300;

/** What some senders write in place of an address to say what the number is: `07700900123^^^MOBILE`. */
const KINDS: ReadonlySet<string> = new Set([...MOBILE, ...NO_PHONE, 'PH', 'PHONE', 'HOME', 'WORK', 'EMAIL', 'E-MAIL']);

/** Returns what is in the place of an e-mail address and is neither a number nor a kind, or what looks like one in the place of a number. */
function readEmail(xtn: Xtn, country: string): string | null {
  const given = (xtn.emailAddress ?? '').trim();
  const misplaced = (xtn.telephoneNumber ?? '').trim();
  const isMeant =
    given.includes('@') || !(given === '' || KINDS.has(given.toUpperCase()) || parseNumber(given, country) !== null);
  if (isMeant) return storable(given, MAX_UNUSABLE_EMAIL);
  return isEmail(misplaced) ? misplaced : null;
}

interface Phone {
  number: string;
  mobile: boolean;
  usable: boolean;
}

/** Components of XTN that are no number, in which some senders write it: `^^CP^0771234567`. */
const MISPLACED = [4, 9, 10, 11] as const;

/**
 * Returns a number with a length that its country has. The stricter tables of the library are not used, because they
 * lag behind new ranges and refuse numbers reserved for tests.
 */
function readPhone(xtn: Xtn, country: string): Phone | null {
  if (isCalled(NO_PHONE, xtn)) return null;
  const parts = [xtn.areaCityCode, xtn.localNumber].map((part) => part ?? '').join('');
  const inParts = xtn.localNumber && xtn.countryCode ? `+${xtn.countryCode}${parts}` : parts;
  const candidates = [xtn.unformattedTelephoneNumber, xtn.telephoneNumber, inParts].map((text) => (text ?? '').trim());
  const misplaced = MISPLACED.map((number) => (xtn.component(number) ?? '').trim()).filter(
    (text) => !text.includes('@'),
  );
  for (const text of [...candidates, ...misplaced]) {
    const found = text ? parseNumber(text, country) : null;
    if (found) return { number: found.number, mobile: isMobile(xtn) || found.mobile, usable: true };
  }
  const odd = candidates.find((text) => /\d/.test(text) && !text.includes('@'));
  return odd ? { number: storable(odd, MAX_UNUSABLE_PHONE), mobile: false, usable: false } : null;
}

/** A cache of recent numbers. A feed repeats the same numbers with every event of a stay, and parsing one is slow. */
const parsed = new Map<string, { number: string; mobile: boolean } | null>();
const MAX_PARSED = 5_000;

/** Returns whether one digit is repeated where the country has no such number: 0000 000000 stands for "none". */
const isPlaceholder = (phone: PhoneNumber): boolean => /^(\d)\1+$/.test(phone.nationalNumber) && !phone.isValid();

/** Returns null for a number that is neither of this country nor international, or stands for none. */
function parseNumber(text: string, country: string): { number: string; mobile: boolean } | null {
  const key = `${country} ${text}`;
  const known = parsed.get(key);
  if (known !== undefined) return known;
  const found = parsePhone(text, country);
  const read =
    found?.isPossible() && !isPlaceholder(found)
      ? { number: found.number, mobile: found.getType() === 'MOBILE' }
      : null;
  if (parsed.size >= MAX_PARSED) parsed.clear();
  parsed.set(key, read);
  return read;
}
