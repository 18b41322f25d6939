import { z } from 'zod';

export const errorReply = z.object({
  message: z.string(),
  /** Messages by field. Fields are named from inside the body's wrapper: `name`, `data.day_of_week`. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
});

export type ErrorReply = z.output<typeof errorReply>;
