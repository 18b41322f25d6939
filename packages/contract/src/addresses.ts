import { z } from 'zod';

/** RFC 5321 §4.5.3.1.3: a path of 256 characters, less its angle brackets. */
const MAX_EMAIL = 254;
const PART = String.raw`[^\s@<>,;:"()[\]\\.]`;
const EMAIL = new RegExp(String.raw`^[^\s@<>,;:"()[\]\\]+@(${PART}+\.)+${PART}{2,}$`);

/** Returns whether something can be sent to this address by e-mail. Letters of any alphabet are allowed in both halves. */
export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && EMAIL.test(text);

/** An e-mail address as somebody types it: spaces around it are left out. */
export const emailAddress = z
  .string('Enter an e-mail address.')
  .trim()
  .refine(isEmail, 'Enter an e-mail address, such as robin@hospital.example.');
