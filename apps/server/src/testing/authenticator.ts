import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import type { passkeys } from '@wardvoice/contract';

/** What a browser or an authenticator does otherwise than a right one. */
export interface Oddity {
  origin?: string;
  rpId?: string;
  /** Whether the person was checked by fingerprint, face or PIN. */
  verified?: boolean;
  counter?: number;
  type?: string;
  crossOrigin?: boolean;
  challenge?: string;
  userHandle?: string | null;
  /** Signs something else. */
  isForged?: boolean;
  alg?: number;
  /** A statement of who made the authenticator, which nobody has asked for. */
  statement?: boolean;
}

interface Kept {
  id: string;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

export interface Authenticator {
  /** Makes a passkey, as `navigator.credentials.create()` does. */
  make(options: passkeys.CreationOptions, oddity?: Oddity): passkeys.Attestation;
  /** Signs with the passkey that was made last, or with one that is allowed, as `navigator.credentials.get()` does. */
  sign(options: passkeys.RequestOptions, oddity?: Oddity): passkeys.Assertion;
}

const UP = 0x01;
const UV = 0x04;
const SYNCED = 0x18;
const ATTESTED = 0x40;
const ES256 = -7;

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** An authenticator and the browser before it, on P-256. `counts`: whether it counts its signatures. */
export function createAuthenticator(
  origin: string,
  { counts = true, synced = false }: { counts?: boolean; synced?: boolean } = {},
): Authenticator {
  const kept: Kept[] = [];
  const clientData = (type: string, challenge: string, oddity: Oddity) =>
    Buffer.from(
      JSON.stringify({
        type: oddity.type ?? type,
        challenge: oddity.challenge ?? challenge,
        origin: oddity.origin ?? origin,
        crossOrigin: oddity.crossOrigin ?? false,
      }),
    );
  const authData = (rpId: string, counter: number, oddity: Oddity, attested?: Buffer) => {
    const flags =
      UP | (oddity.verified === false ? 0 : UV) | (synced ? SYNCED : 0) | (attested === undefined ? 0 : ATTESTED);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(oddity.counter ?? counter);
    return Buffer.concat([sha256(oddity.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };

  return {
    make({ challenge, rp, user }, oddity = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const idBytes = randomBytes(32);
      const id = idBytes.toString('base64url');
      kept.push({ id, privateKey, userHandle: user.id, counter: 0 });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, oddity.alg ?? ES256],
          [-1, 1],
          [-2, isoBase64URL.toBuffer(x)],
          [-3, isoBase64URL.toBuffer(y)],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(idBytes.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, key]);
      const statement = new Map<string, string | number | Uint8Array>(
        oddity.statement
          ? [
              ['alg', ES256],
              ['sig', new Uint8Array(randomBytes(64))],
            ]
          : [],
      );
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array | typeof statement>([
          ['fmt', oddity.statement ? 'packed' : 'none'],
          ['attStmt', statement],
          ['authData', new Uint8Array(authData(rp.id, 0, oddity, attested))],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, oddity).toString('base64url'),
          attestationObject: isoBase64URL.fromBuffer(attestationObject),
          transports: ['internal', 'carrier-pigeon'],
        },
      };
    },

    sign({ challenge, rpId, allowCredentials }, oddity = {}) {
      const allowed = new Set(allowCredentials.map(({ id }) => id));
      const passkey = kept.findLast(({ id }) => allowed.size === 0 || allowed.has(id));
      if (!passkey) throw new Error('This authenticator has none of the passkeys that are allowed.');
      if (counts) passkey.counter += 1;
      const data = clientData('webauthn.get', challenge, oddity);
      const signed = authData(rpId, passkey.counter, oddity);
      const what = oddity.isForged ? randomBytes(32) : Buffer.concat([signed, sha256(data)]);
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: signed.toString('base64url'),
          signature: sign('sha256', what, passkey.privateKey).toString('base64url'),
          userHandle: oddity.userHandle === undefined ? passkey.userHandle : oddity.userHandle,
        },
      };
    },
  };
}
