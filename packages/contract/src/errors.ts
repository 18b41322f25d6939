import { z } from 'zod';

/** Type of the 403 to a call that wants a fresh sign-in: after `POST /session/prove` the same call succeeds. */
export const FRESH_SIGN_IN_NEEDED = 'fresh_sign_in_needed';

/** Type of the 403 to every call but a few, until the person has switched two-step sign-in on. */
export const TWO_STEP_NEEDED = 'two_step_needed';

/** Type of the 403 to an API key for a call that only people can make. */
export const PERSON_NEEDED = 'person_needed';

export const errorReply = z.object({
  /** What a client may react to without reading the message; `about:blank` says no more than the status (RFC 9457 §4.2.1). */
  type: z.string().optional(),
  /** The status in words. */
  title: z.string().optional(),
  status: z.number().int().optional(),
  message: z.string(),
  /** Messages by field. Fields are named from inside the body's wrapper: `name`, `data.day_of_week`. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export type ErrorReply = z.output<typeof errorReply>;
