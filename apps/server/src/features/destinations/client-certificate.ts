import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid } from '../../platform/errors.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { decrypt, encrypt, encryptAnew, UnknownKey } from '../../platform/secrets.ts';
import { listClientCertificates, listClientKeysAfter, setClientKey } from './destinations.queries.ts';
import type { Address } from './mllp-client.ts';

const BATCH = 200;

const contextOf = (destinationId: number): string => `client key of destination ${destinationId}`;

export const encryptClientKey = (keys: KeyRing, destinationId: number, key: string): Buffer =>
  encrypt(keys, contextOf(destinationId), Buffer.from(key));

/** Returns the private key in PEM; null when what encrypted it was lost. */
function readClientKey(keys: KeyRing, destinationId: number, encrypted: Buffer): string | null {
  try {
    return decrypt(keys, contextOf(destinationId), encrypted).toString();
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    return null;
  }
}

interface Reached extends Omit<Address, 'client'> {
  id: number;
  client_certificate: string | null;
  client_key: Buffer | null;
}

/** Returns how a destination is reached, or why it cannot be: what encrypted the key of its certificate may be lost. */
export function addressOf(keys: KeyRing, { id, host, port, tls, ca, ...own }: Reached): Address | { error: string } {
  const { client_certificate: certificate, client_key: encrypted } = own;
  if (certificate === null || encrypted === null) return { host, port, tls, ca, client: null };
  const key = readClientKey(keys, id, encrypted);
  return key === null
    ? { error: 'The private key of the certificate cannot be decrypted: enter it again.' }
    : { host, port, tls, ca, client: { certificate, key } };
}

interface Shown {
  tls: boolean;
  certificate: string | null;
  /** The private key that was sent with it. */
  sentKey: string | undefined;
}

/** The destination that is changed, as it is stored. */
interface Stored {
  id: number;
  client_certificate: string | null;
  client_key: Buffer | null;
}

/** Throws 422 unless the certificate and its key, the one that was sent or the one that is stored, can be shown to a receiver. */
export function checkShown(keys: KeyRing, { tls, certificate, sentKey }: Shown, stored?: Stored): void {
  if (certificate === null) {
    if (sentKey !== undefined)
      throw new Invalid({ client_certificate: ['Enter certificates in PEM, your own first.'] });
    return;
  }
  if (!tls) throw new Invalid({ client_certificate: ['Only TLS shows a certificate. Choose TLS, or leave it out.'] });
  // What stays as it is needs no key, so that the rest can be changed also where the key was lost.
  if (sentKey === undefined && certificate === stored?.client_certificate) return;
  checkPair(certificate, sentKey ?? (stored?.client_key ? readClientKey(keys, stored.id, stored.client_key) : null));
}

/** Throws 422 unless the key is that of the certificate and both can be used. */
function checkPair(certificate: string, key: string | null): void {
  if (endOf(certificate) === null)
    throw new Invalid({ client_certificate: ['Enter certificates in PEM, your own first.'] });
  if (key === null) throw new Invalid({ client_key: ['Enter the private key of this certificate.'] });
  try {
    createSecureContext({ cert: certificate, key });
  } catch {
    throw new Invalid({
      client_key: ['Enter the private key of this certificate in PEM, without a passphrase.'],
    });
  }
}

/** Returns when the first of these certificates ends; null when it is none. */
export function endOf(certificate: string): Date | null {
  try {
    return new Date(new X509Certificate(certificate).validTo);
  } catch {
    return null;
  }
}

/** Returns the destinations that are shown a certificate of ours, with when it ends; without those whose certificate cannot be read. */
export async function listOwnCertificates(tx: Tx) {
  const rows = await listClientCertificates(tx);
  return rows.flatMap(({ client_certificate, ...destination }) => {
    const until = endOf(client_certificate);
    return until ? [{ ...destination, until }] : [];
  });
}

/**
 * Puts the keys of the next destinations under the current key. Returns the last destination and how many values were changed; null
 * after the last one. Safe to run at any time, any number of times.
 */
export async function encryptDestinationsAnew(
  tx: Tx,
  keys: KeyRing,
  afterId: number,
): Promise<{ lastId: number; changed: number } | null> {
  const rows = await listClientKeysAfter(tx, afterId, BATCH);
  const last = rows.at(-1);
  if (!last) return null;
  let changed = 0;
  for (const { id, client_key } of rows) {
    const anew = encryptAnew(keys, contextOf(id), client_key);
    if (!anew) continue;
    await setClientKey(tx, id, anew);
    changed += 1;
  }
  return { lastId: last.id, changed };
}
