import { randomBytes } from 'node:crypto';
import { passkeys } from '@wardvoice/contract';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sameSecret } from '../../platform/secrets.ts';
import { claimChallenge, insertChallenge, type Asked } from './challenges.queries.ts';
import { findOwner, listUsable, lockPasskey, recordUse } from './passkeys.queries.ts';
import { readChallenge } from './read-client-data.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';

export const CHALLENGE_MS = passkeys.PASSKEY_MINUTES * 60_000;
const CHALLENGE_BYTES = 32;

export const newChallenge = (): string => randomBytes(CHALLENGE_BYTES).toString('base64url');

/** Describes a passkey to browsers, so that they find it. */
export const describeCredential = ({
  credential_id: id,
  transports,
}: {
  credential_id: string;
  transports: string[];
}) => ({
  id,
  type: 'public-key' as const,
  transports,
});

/** Returns what the browser is asked to sign. It is the same for everybody while nobody knows who signs in. */
export async function askForPasskey(tx: Tx, ctx: Context, asked: Asked): Promise<passkeys.RequestOptions> {
  const { id: rpId } = relyingPartyOf(ctx);
  const now = ctx.clock();
  const challenge = newChallenge();
  await insertChallenge(tx, asked, { text: challenge, expiresAt: new Date(now.getTime() + CHALLENGE_MS) }, now);
  const alone = asked.purpose !== 'second_step';
  const usable = asked.userId === null ? [] : await listUsable(tx, asked.userId, { rpId, alone });
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: usable.map(describeCredential),
  };
}

/**
 * `late`: the challenge was answered before, has ended, or was for somebody or something else. `cloned`: its counter has not
 * moved on. `password_first`: the account was claimed anew, and the passkey has to be the second step once.
 */
export type PasskeyFailure = 'late' | 'unknown' | 'refused' | 'cloned' | 'password_first';

export type CheckedPasskey = { userId: number; failure: null } | { userId: number | null; failure: PasskeyFailure };

/**
 * Checks what a passkey has signed, and uses up its challenge, also when it is refused: so the caller must commit. Returns
 * whose passkey it is.
 */
export async function verifyPasskey(
  tx: Tx,
  ctx: Context,
  asked: Asked,
  assertion: passkeys.Assertion,
): Promise<CheckedPasskey> {
  const party = relyingPartyOf(ctx);
  const now = ctx.clock();
  const challenge = readChallenge(assertion.response.clientDataJSON);
  if (challenge === null) return { userId: null, failure: 'refused' };
  if (!(await claimChallenge(tx, asked, challenge, now))) return { userId: null, failure: 'late' };
  const userId = await findOwner(tx, assertion.id, party.id);
  if (userId === undefined || (asked.userId !== null && asked.userId !== userId))
    return { userId: asked.userId, failure: 'unknown' };
  const stored = await lockPasskey(tx, userId, assertion.id);
  if (!stored) return { userId, failure: 'unknown' };
  const counter = await readCounter(party, { challenge, stored }, assertion);
  if (counter === null || !isOwnHandle(stored.user_handle, asked, assertion)) return { userId, failure: 'refused' };
  const isSecond = asked.purpose === 'second_step';
  if (stored.password_first && !isSecond) return { userId, failure: 'password_first' };
  const isNew = await recordUse(tx, stored.id, { counter, clearsPasswordFirst: isSecond, now });
  return isNew ? { userId, failure: null } : { userId, failure: 'cloned' };
}

/** Whoever signs in by the passkey alone is named by it; elsewhere an authenticator may leave the name out. */
function isOwnHandle(stored: Buffer, { userId }: Asked, { response: { userHandle } }: passkeys.Assertion): boolean {
  if (!userHandle) return userId !== null;
  return sameSecret(userHandle, stored.toString('base64url'));
}

/** Returns the counter of a signature that is right; null for any other. */
async function readCounter(
  { id, origin }: RelyingParty,
  { challenge, stored }: { challenge: string; stored: { public_key: Buffer } },
  { response, ...assertion }: passkeys.Assertion,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      // The counter is compared where it is stored, so that of two at once one is refused.
      credential: { id: assertion.id, publicKey: new Uint8Array(stored.public_key), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
