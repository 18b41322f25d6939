import { z } from 'zod';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 200;

/** A new password. Only the server can check the rest, such as whether it is a common one or contains the user's name. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS, `Use at least ${MIN_PASSWORD_CHARACTERS} characters.`)
  .max(MAX_PASSWORD_CHARACTERS, `Use at most ${MAX_PASSWORD_CHARACTERS} characters.`);
