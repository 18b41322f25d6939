import { randomBytes } from 'node:crypto';
import { passkeys } from '@wardvoice/contract';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { cose, decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { claimChallenge, insertChallenge } from './challenges.queries.ts';
import { countPasskeys, insertPasskey, listUsable, lockOwner } from './passkeys.queries.ts';
import { readChallenge } from './read-client-data.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';
import { CHALLENGE_MS, describeCredential, newChallenge } from './verify-passkey.ts';

const HANDLE_BYTES = 32;
const { ES256, EdDSA, RS256 } = cose.COSEALG;
/** The first two are what authenticators make; older ones of Windows make the third. */
const ALGORITHMS = [ES256, EdDSA, RS256];
/** WebAuthn Level 3 §5.8.4; what else a browser says is not kept. */
const TRANSPORTS: ReadonlySet<string> = new Set(['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

interface Person {
  id: number;
  name: string;
  email: string;
}

async function checkRoom(tx: Tx, userId: number): Promise<void> {
  if ((await countPasskeys(tx, userId)) >= passkeys.MAX_PASSKEYS)
    throw new Conflict(`You have ${passkeys.MAX_PASSKEYS} passkeys. Remove one first.`);
}

/** Returns what the browser is asked to make. An authenticator that has a passkey of this person makes no other one. */
export async function askForNewPasskey(
  tx: Tx,
  ctx: Context,
  person: Person,
  holder: string,
): Promise<passkeys.CreationOptions> {
  const { id } = relyingPartyOf(ctx);
  await checkRoom(tx, person.id);
  const known = await listUsable(tx, person.id, { rpId: id, alone: false });
  const userHandle = known[0]?.user_handle ?? randomBytes(HANDLE_BYTES);
  const challenge = newChallenge();
  const now = ctx.clock();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await insertChallenge(
    tx,
    { purpose: 'add', holder, userId: person.id },
    { text: challenge, userHandle, expiresAt },
    now,
  );
  return {
    challenge,
    rp: { id, name: 'Wardvoice' },
    user: { id: userHandle.toString('base64url'), name: person.email, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: known.map(describeCredential),
  };
}

/**
 * Stores a new passkey, and uses up its challenge, also when it is refused: so the caller must commit. Returns its id;
 * `late`: the challenge was answered before, has ended, or was for somebody else.
 */
export async function addPasskey(
  tx: Tx,
  ctx: Context,
  { userId, holder, name }: { userId: number; holder: string; name: string },
  attestation: passkeys.Attestation,
): Promise<number | 'late' | 'refused' | 'known'> {
  const party = relyingPartyOf(ctx);
  const now = ctx.clock();
  await lockOwner(tx, userId);
  const challenge = readChallenge(attestation.response.clientDataJSON);
  if (challenge === null) return 'refused';
  const asked = await claimChallenge(tx, { purpose: 'add', holder, userId }, challenge, now);
  if (!asked?.user_handle) return 'late';
  await checkRoom(tx, userId);
  const made = await readNewPasskey(party, challenge, attestation);
  if (!made) return 'refused';
  const id = await insertPasskey(tx, {
    user_id: userId,
    user_handle: asked.user_handle,
    rp_id: party.id,
    name,
    transports: (attestation.response.transports ?? []).filter((transport) => TRANSPORTS.has(transport)),
    created_at: now,
    ...made,
  });
  return id ?? 'known';
}

async function readNewPasskey({ id, origin }: RelyingParty, challenge: string, attestation: passkeys.Attestation) {
  try {
    const { clientDataJSON, attestationObject } = attestation.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...attestation,
        response: { clientDataJSON, attestationObject: withoutStatement(attestationObject) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || registrationInfo.credential.id !== attestation.id) return null;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      synced: credentialDeviceType === 'multiDevice',
    };
  } catch {
    return null;
  }
}

/**
 * Leaves out who made the authenticator, as browsers do that are asked for no attestation. Reading its certificates
 * would make this server fetch addresses that are written in them.
 */
function withoutStatement(attestationObject: string): string {
  const given = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', given.get('authData')],
  ]);
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare));
}
