import { contacts } from '@wardvoice/contract';
import type { Pid } from '@wardvoice/hl7';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { storable } from './storable.ts';

/** undefined: the sender said nothing. null: it said to delete. */
export interface ContactDetails {
  /** E.164, mobile preferred; as sent when it cannot be a number, so that the gate can say so */
  phone: string | null | undefined;
  email: string | null | undefined;
}

type Xtn = Pid['phoneNumberHome'][number];

export const { isEmail } = contacts;

/** XTN.3 (HL7 table 0202) of what takes neither voice nor text. */
const NO_PHONE: ReadonlySet<string> = new Set(['FX', 'MD', 'BP', 'TDD', 'TTY', 'INTERNET', 'X.400']);

/**
 * Where to reach the patient, from PID-13 and PID-40 in all the ways that senders use: phone first and e-mail fourth
 * component (2.3 to 2.6), e-mail as its own repetition (`^NET^Internet^a@b.org`), the number in components 5 to 7 or in
 * 12.
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

/** What stands where an e-mail address should, or looks like one where a number should. */
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
 * A number of a length that its country has. Whether it is in use only the network knows: the stricter tables of the
 * library lag behind it, and refuse numbers kept for tests.
 */
function readPhone(xtn: Xtn, country: string): Phone | null {
  const equipment = (xtn.telecommunicationEquipmentType ?? '').toUpperCase();
  if (NO_PHONE.has(equipment)) return null;
  const parts = [xtn.areaCityCode, xtn.localNumber].map((part) => part ?? '').join('');
  const inParts = xtn.localNumber && xtn.countryCode ? `+${xtn.countryCode}${parts}` : parts;
  const candidates = [xtn.unformattedTelephoneNumber, xtn.telephoneNumber, inParts].map((text) => (text ?? '').trim());
  for (const text of candidates) {
    const found = text ? parsePhoneNumberFromString(text, country as CountryCode) : undefined;
    if (found?.isPossible()) {
      return { number: found.number, mobile: equipment === 'CP' || found.getType() === 'MOBILE', usable: true };
    }
  }
  const odd = candidates.find((text) => /\d/.test(text) && !text.includes('@'));
  return odd ? { number: storable(odd, MAX_UNUSABLE_PHONE), mobile: false, usable: false } : null;
}
