import { randomBytes } from 'node:crypto';
import { webhooks } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import { decrypt, encrypt, encryptAnew } from '../../platform/secrets.ts';
import { listSecretsAfter, setSecrets } from './webhooks.queries.ts';

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
const BATCH = 200;

const headersContextOf = (webhookId: number): string => `webhook headers of ${webhookId}`;

/** Encrypts what the program of a subscription wants to have sent with each notification, such as its own token. */
export const encryptHeaders = (keys: KeyRing, webhookId: number, headers: readonly string[]): Buffer =>
  encrypt(keys, headersContextOf(webhookId), Buffer.from(JSON.stringify(headers)));

/** Returns the headers by their names. Throws UnknownKey when their key was lost. */
export function readHeaders(keys: KeyRing, webhookId: number, encrypted: Buffer): Record<string, string> {
  // It was written by encryptHeaders.
  const headers = JSON.parse(decrypt(keys, headersContextOf(webhookId), encrypted).toString()) as string[];
  return Object.fromEntries(
    headers.map((header) => {
      const colon = header.indexOf(':');
      return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
    }),
  );
}

const contextOf = (webhookId: number): string => `webhook secret of ${webhookId}`;

export interface NewSecret {
  /** As the receiver configures it: `whsec_` and base64. */
  shown: string;
  /** As it is stored. */
  encrypted: Buffer;
}

export function newSecret(keys: KeyRing, webhookId: number): NewSecret {
  const bytes = randomBytes(SECRET_BYTES);
  return {
    shown: webhooks.SECRET_PREFIX + bytes.toString('base64'),
    encrypted: encrypt(keys, contextOf(webhookId), bytes),
  };
}

/** Returns what signs. Throws UnknownKey when its key was lost. */
export const readSecret = (keys: KeyRing, webhookId: number, encrypted: Buffer): Buffer =>
  decrypt(keys, contextOf(webhookId), encrypted);

/**
 * Puts the secrets of the next webhooks under the current key. Returns the last webhook and how many values were changed; null after
 * the last one. Safe to run at any time, any number of times.
 */
export async function encryptWebhooksAnew(
  tx: Tx,
  keys: KeyRing,
  afterId: number,
): Promise<{ lastId: number; changed: number } | null> {
  const rows = await listSecretsAfter(tx, afterId, BATCH);
  const last = rows.at(-1);
  if (!last) return null;
  let changed = 0;
  for (const { id, secret, previous_secret: previous, headers } of rows) {
    const anew = encryptAnew(keys, contextOf(id), secret);
    const previousAnew = previous && encryptAnew(keys, contextOf(id), previous);
    const headersAnew = headers && encryptAnew(keys, headersContextOf(id), headers);
    const count = [anew, previousAnew, headersAnew].filter(Boolean).length;
    if (count === 0) continue;
    const replaced = {
      secret: anew ?? secret,
      previous_secret: previousAnew ?? previous,
      headers: headersAnew ?? headers,
    };
    await setSecrets(tx, id, replaced);
    changed += count;
  }
  return { lastId: last.id, changed };
}
