import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * Returns true for a number in E.164 with a length that its country has. The gate refuses others as invalid addresses.
 */
export const isUsablePhone = (phone: string): boolean => parsePhoneNumberFromString(phone)?.isPossible() ?? false;
