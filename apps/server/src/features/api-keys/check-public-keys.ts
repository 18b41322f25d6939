import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { apiKeys } from '@wardvoice/contract';
import { Invalid } from '../../platform/errors.ts';

const MIN_RSA_BITS = 2048;
/** Members of a JWK that only its owner may know (RFC 7518 §6). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'] as const;
/** What is stored: the members of a public key, and nothing that somebody has added. */
const STORED = ['kty', 'kid', 'alg', 'use', 'n', 'e', 'crv', 'x', 'y'] as const;

/** Returns the public keys as they are stored. Throws Invalid for keys that are private, weak or unreadable, or share an id. */
export function checkPublicKeys({ keys }: apiKeys.PublicKeys): apiKeys.PublicKeys {
  const problem = keys.map(problemOf).find((text) => text !== null);
  if (problem) throw new Invalid({ public_keys: [problem] });
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Invalid({ public_keys: ['Give each key a kid of its own.'] });
  return {
    keys: keys.map(
      (key) =>
        Object.fromEntries(
          STORED.flatMap((name) => (key[name] === undefined ? [] : [[name, key[name]]])),
        ) as typeof key,
    ),
  };
}

function problemOf(key: apiKeys.PublicKeys['keys'][number]): string | null {
  if (PRIVATE.some((name) => name in key))
    return 'This is a private key. Keep it where the program runs, and enter the public one. Make a new pair, because it was sent.';
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: key as JsonWebKey, format: 'jwk' });
    if (asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_RSA_BITS) return null;
    if (asymmetricKeyType === 'ec' && key['crv'] === 'P-384') return null;
  } catch {
    return 'A key cannot be read. Enter public keys as JWK (RFC 7517).';
  }
  return 'Use keys for RS384 (RSA, 2048 bits or more) or ES384 (P-384).';
}
