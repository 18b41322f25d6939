import type { Context } from '../../platform/context.ts';
import { derivedToken } from '../../platform/secrets.ts';
import type { AccountEmailKind } from './account-emails.queries.ts';

/** What a link is for, and the screen that it opens. Opening a link changes nothing: mail scanners open them too. */
const LINKS = {
  password_reset: { purpose: 'password-reset', screen: 'reset-password' },
  confirm_registration: { purpose: 'account-registration', screen: 'confirm-registration' },
  account_invitation: { purpose: 'account-invitation', screen: 'accept-invitation' },
} as const;

type LinkKind = keyof typeof LINKS;

const isLinkKind = (kind: AccountEmailKind): kind is LinkKind => kind in LINKS;

/**
 * Derives the token from the request whenever it is needed, as the links to surveys are derived. Only its hash is
 * stored.
 */
export const accountToken = (secretKey: Buffer, kind: LinkKind, requestId: string): string =>
  derivedToken(secretKey, LINKS[kind].purpose, requestId);

/** Returns the link in an e-mail; null for a kind of e-mail that has none, and when its request is gone. */
export function accountLink(
  { publicUrl, secretKey }: Pick<Context, 'publicUrl' | 'secretKey'>,
  kind: AccountEmailKind,
  requestId: string | null,
): string | null {
  if (requestId === null || !isLinkKind(kind)) return null;
  return `${publicUrl}/${LINKS[kind].screen}/${accountToken(secretKey, kind, requestId)}`;
}
