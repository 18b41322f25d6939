import type { Context } from '../../platform/context.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { derivedToken, findStoredToken } from '../../platform/secrets.ts';
import type { AccountEmailKind } from './account-emails.queries.ts';

/** What a link is for, and the screen that it opens. Opening a link changes nothing: mail scanners open them too. */
const LINKS = {
  password_reset: { purpose: 'password-reset', screen: 'reset-password' },
  account_made: { purpose: 'password-reset', screen: 'reset-password' },
  confirm_registration: { purpose: 'account-registration', screen: 'confirm-registration' },
  account_invitation: { purpose: 'account-invitation', screen: 'accept-invitation' },
} as const;

type LinkKind = keyof typeof LINKS;

const isLinkKind = (kind: AccountEmailKind): kind is LinkKind => kind in LINKS;

/**
 * Derives the token from the request whenever it is needed, as the links to surveys are derived. Only its hash is
 * stored.
 */
export const accountToken = (keys: KeyRing, kind: LinkKind, requestId: string): string =>
  derivedToken(keys, LINKS[kind].purpose, requestId);

/** What is stored of a link; null in both when there is none. */
export interface LinkRequest {
  request_id: string | null;
  token_hash: Buffer | null;
}

/** Returns the link in an e-mail; null for a kind of e-mail that has none, and when its request or its key is gone. */
export function accountLink(
  { publicUrl, keys }: Pick<Context, 'publicUrl' | 'keys'>,
  kind: AccountEmailKind,
  { request_id: id, token_hash: tokenHash }: LinkRequest,
): string | null {
  if (id === null || tokenHash === null || !isLinkKind(kind)) return null;
  const token = findStoredToken(keys, LINKS[kind].purpose, { id, tokenHash });
  return token === null ? null : `${publicUrl}/${LINKS[kind].screen}/${token}`;
}
