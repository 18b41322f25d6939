import type { Context } from '../../platform/context.ts';
import { findStoredToken } from '../../platform/secrets.ts';

export const FEEDBACK_TOKEN_PURPOSE = 'feedback';

/** What an invitation stores of its token. */
export interface FeedbackRequest {
  public_id: string;
  token_hash: Buffer;
}

/** Returns the token that opens a survey; null when the key that it was made with is gone. */
export const feedbackToken = ({ keys }: Pick<Context, 'keys'>, { public_id, token_hash }: FeedbackRequest) =>
  findStoredToken(keys, FEEDBACK_TOKEN_PURPOSE, { id: public_id, tokenHash: token_hash });

/** Returns the link to a survey; null when the key that it was made with is gone. */
export function feedbackLink(ctx: Pick<Context, 'publicUrl' | 'keys'>, request: FeedbackRequest): string | null {
  const token = feedbackToken(ctx, request);
  return token === null ? null : `${ctx.publicUrl}/feedback/${token}`;
}
