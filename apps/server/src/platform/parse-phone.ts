import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

/** Reads a phone number as it is written in a country. A number that begins with + can be of any country. */
export const parsePhone = (text: string, country: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
