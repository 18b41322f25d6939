import type { Message, Pid } from '@wardvoice/hl7';
import { PID } from '@wardvoice/hl7';
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

/** undefined: the sender said nothing. null: it said to delete. */
export interface ContactDetails {
  /** E.164, mobile preferred */
  phone: string | null | undefined;
  email: string | null | undefined;
}

type Xtn = Pid['phoneNumberHome'][number];

const EMAIL = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\.]{2,}$/;
const MAX_EMAIL = 254;

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

/** XTN.3 (HL7 table 0202) of what takes neither voice nor text. */
const NO_PHONE: ReadonlySet<string> = new Set(['FX', 'MD', 'BP', 'TDD', 'TTY', 'INTERNET', 'X.400']);

/**
 * Where to reach the patient, from PID-13 and PID-40 in all the ways that senders use: phone first and e-mail fourth
 * component (2.3 to 2.6), e-mail as its own repetition (`^NET^Internet^a@b.org`), the number in components 5 to 7 or in
 * 12. What cannot be a phone number in the hospital's country is left out.
 */
export function readContactDetails(message: Message, country: string): ContactDetails {
  const segment = message.segment('PID');
  if (!segment) return { phone: undefined, email: undefined };
  const pid = PID.view(segment);
  const sent = [...pid.phoneNumberHome, ...pid.patientTelecommunicationInformation];
  if (sent.length === 0) return { phone: undefined, email: undefined };
  if (sent.every((one) => one.isNull)) return { phone: null, email: null };

  const phones = sent.map((one) => readPhone(one, country)).filter((phone) => phone !== null);
  const emails = sent.map(readEmail).filter((email) => email !== null);
  return {
    phone: (phones.find((phone) => phone.mobile) ?? phones[0])?.number,
    email: emails[0],
  };
}

function readEmail(xtn: Xtn): string | null {
  const candidates = [xtn.emailAddress, xtn.telephoneNumber];
  return candidates.map((text) => (text ?? '').trim()).find(isEmail) ?? null;
}

function readPhone(xtn: Xtn, country: string): { number: string; mobile: boolean } | null {
  const equipment = (xtn.telecommunicationEquipmentType ?? '').toUpperCase();
  if (NO_PHONE.has(equipment)) return null;
  const parts = [xtn.areaCityCode, xtn.localNumber].map((part) => part ?? '').join('');
  const inParts = xtn.localNumber && xtn.countryCode ? `+${xtn.countryCode}${parts}` : parts;
  for (const text of [xtn.unformattedTelephoneNumber, xtn.telephoneNumber, inParts]) {
    const found = text ? parsePhoneNumberFromString(text, country as CountryCode) : undefined;
    if (found?.isValid()) return { number: found.number, mobile: equipment === 'CP' || found.getType() === 'MOBILE' };
  }
  return null;
}
