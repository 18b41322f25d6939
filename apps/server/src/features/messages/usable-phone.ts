import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** True for E.164 of a length that its country has; the gate refuses others as invalid addresses. */
export const isUsablePhone = (phone: string): boolean => parsePhoneNumberFromString(phone)?.isPossible() ?? false;
