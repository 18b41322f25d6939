import { z } from 'zod';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 200;

/** A password that somebody chooses now. What else it must not be (a common one, the own name) only the server knows. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_CHARACTERS, `Use at least ${MIN_PASSWORD_CHARACTERS} characters.`)
  .max(MAX_PASSWORD_CHARACTERS, `Use at most ${MAX_PASSWORD_CHARACTERS} characters.`);
