import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';

/** E.164, or null for what cannot be a number of its country: "087 123 4567" in Ireland is +353871234567. */
export function readPhone(text: string, country: string): string | null {
  const found = parsePhoneNumberFromString(text, country as CountryCode);
  return found?.isPossible() ? found.number : null;
}
