import { isIP } from 'node:net';
import type { account } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict } from '../../platform/errors.ts';

/** Whom passkeys are made for and shown to, in the words of WebAuthn. */
export interface RelyingParty {
  /** The host name of PUBLIC_URL. */
  id: string;
  /** As browsers name it in what they sign. */
  origin: string;
}

type Reached = Pick<Context, 'publicUrl'>;

/**
 * Returns why browsers have no passkeys for this server; null where they have. They want a host name and, except on the
 * same machine, https (WebAuthn Level 3 §5.1.3, §13.4.9).
 */
export function findHindrance({ publicUrl }: Reached): account.PasskeyHindrance | null {
  const { protocol, hostname } = new URL(publicUrl);
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return 'ip_address';
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? null : 'not_https';
}

const HINDRANCES: Readonly<Record<account.PasskeyHindrance, string>> = {
  ip_address: 'Passkeys need a host name: set PUBLIC_URL to one.',
  not_https: 'Passkeys need https: set PUBLIC_URL to an address that begins with it.',
};

export const rpIdOf = ({ publicUrl }: Reached): string => new URL(publicUrl).hostname;

/** Throws 409 where there can be no passkeys. */
export function relyingPartyOf(ctx: Reached): RelyingParty {
  const hindrance = findHindrance(ctx);
  if (hindrance) throw new Conflict(HINDRANCES[hindrance]);
  return { id: rpIdOf(ctx), origin: new URL(ctx.publicUrl).origin };
}
