import type { Context } from './context.ts';

/**
 * Returns the address of a screen for a colleague. Whoever works in another application by then is asked whether to open it in this
 * one; `null`: a screen that is about no application.
 */
export const staffLink = (
  { publicUrl }: Pick<Context, 'publicUrl'>,
  path: string,
  applicationId: number | null,
): string => `${publicUrl}${path}${applicationId === null ? '' : `?application=${applicationId}`}`;
