import type { Context } from '../../platform/context.ts';
import { derivedToken } from '../../platform/secrets.ts';

/**
 * Derives the token from the request whenever it is needed, as the links to surveys are derived. Only its hash is
 * stored.
 */
export const resetToken = (secretKey: Buffer, requestId: string): string =>
  derivedToken(secretKey, 'password-reset', requestId);

export const resetLink = (
  { publicUrl, secretKey }: Pick<Context, 'publicUrl' | 'secretKey'>,
  requestId: string,
): string => `${publicUrl}/reset-password/${resetToken(secretKey, requestId)}`;
