import { randomBytes } from 'node:crypto';
import { lockFor, type Database, type Tx } from '../db/database.ts';
import { StartFailure } from '../db/embedded-postgres.ts';
import { codeOf } from '../errors.ts';
import type { Log } from '../log.ts';
import { systemScope } from '../scope.ts';
import { hasUsers, insertDataKey, insertWrap, listStoredKeys, type StoredKey } from './data-keys.queries.ts';
import { keyName } from './key-name.ts';
import type { DataKey, KeyRing } from './key-ring.ts';
import { unwrapKey, wrapKey, type SecretKey, type SecretKeys } from './secret-keys.ts';

/** Every process reads the keys so often. */
const RELOAD_MS = 15_000;
/** A new key becomes the current one after this time, when every process that reaches the database knows it. */
export const ACTIVATION_SECONDS = 60;

/** Whoever changes the keys holds this lock. */
export const lockDataKeys = (tx: Tx): Promise<void> => lockFor(tx, 'data-keys');

export interface KeyRingOptions {
  db: Database;
  log: Log;
  /** Reads the keys of the settings. A file may have changed. */
  readSecretKeys: () => Promise<SecretKeys>;
  /** Called when there is a key that this process cannot decrypt: it must end before others use that key. */
  onLost: (error: Error) => void;
  reloadMs?: number;
}

export interface OpenKeyRing extends KeyRing {
  close(): void;
}

interface TimedKey extends DataKey {
  /** By the clock of this process, which never goes back. */
  currentFrom: number;
}

/**
 * Reads the keys of the database and follows their changes. The first process makes the first key. Throws StartFailure when a key
 * cannot be decrypted with the keys of the settings: the database has the name of the secret key that it needs.
 */
export async function openKeyRing(options: KeyRingOptions): Promise<OpenKeyRing> {
  const { db, log, readSecretKeys, onLost, reloadMs = RELOAD_MS } = options;
  let all: TimedKey[] = [];
  let accepted: TimedKey[] = [];
  const load = async () => {
    const stored = await db.transaction(systemScope('start'), (tx) => listOrMakeKeys(tx, readSecretKeys));
    all = decryptKeys(stored, await readSecretKeys());
    accepted = all.filter(({ auditUntil }) => auditUntil === null);
  };
  const loadOrWarn = async () => {
    try {
      await load();
    } catch (error) {
      if (error instanceof StartFailure) onLost(error);
      else log.warn({ code: codeOf(error) }, 'the keys could not be read again; those of before are used');
    }
  };
  // One read after the other, so that an older one never overwrites what a newer one has found.
  let last = Promise.resolve();
  const reload = () => (last = last.then(loadOrWarn));
  await load();
  if ((await readSecretKeys()).before)
    log.warn('the secret key of before is still given: run npm run rotate-key, and then remove it from the settings');
  const timer = setInterval(() => void reload(), reloadMs).unref();
  return {
    get all() {
      return all;
    },
    get accepted() {
      return accepted;
    },
    get current() {
      const now = performance.now();
      const found = accepted.find(({ currentFrom }) => currentFrom <= now) ?? accepted.at(-1);
      if (!found) throw new Error('there is no data key');
      return found;
    },
    reload,
    close: () => clearInterval(timer),
  };
}

async function listOrMakeKeys(tx: Tx, readSecretKeys: () => Promise<SecretKeys>): Promise<StoredKey[]> {
  const stored = await listStoredKeys(tx);
  if (stored.length > 0) return stored;
  await lockDataKeys(tx);
  const meanwhile = await listStoredKeys(tx);
  if (meanwhile.length > 0) return meanwhile;
  const secretKeys = await readSecretKeys();
  const { current } = secretKeys;
  // What earlier versions made was made with the secret key itself.
  const earlier = secretKeys.before ?? current;
  if (await hasUsers(tx)) await addDataKey(tx, current, { key: Buffer.from(earlier.text), madeUnder: earlier.name });
  else await addDataKey(tx, current);
  return listStoredKeys(tx);
}

/** Stores a new key, encrypted by the secret key. Returns its name. */
export async function addDataKey(
  tx: Tx,
  secretKey: SecretKey,
  { key = randomBytes(32), madeUnder = secretKey.name, inSeconds = 0 } = {},
): Promise<string> {
  const name = keyName(key);
  const id = await insertDataKey(tx, { name, madeUnder, inSeconds });
  await insertWrap(tx, { data_key_id: id, secret_key: secretKey.name, wrapped: wrapKey(secretKey, key) });
  return name;
}

/** Decrypts a key with whichever of the secret keys it was encrypted by; null when that is none of them. */
export function decryptKey({ current, before }: SecretKeys, { name, wraps }: StoredKey): Buffer | null {
  for (const secretKey of before ? [current, before] : [current]) {
    const wrap = wraps.find(({ secret_key }) => secret_key === secretKey.name);
    const key = wrap && unwrapKey(secretKey, name, wrap.wrapped);
    if (key) return key;
  }
  return null;
}

/** A retired key that cannot be decrypted is left out: it was given up. */
function decryptKeys(stored: readonly StoredKey[], secretKeys: SecretKeys): TimedKey[] {
  const now = performance.now();
  return stored.flatMap((row) => {
    const { name, audit_until, retired_at, current_in_ms } = row;
    const key = decryptKey(secretKeys, row);
    if (key) return [{ name, key, auditUntil: audit_until, currentFrom: now + current_in_ms }];
    if (retired_at) return [];
    throw new StartFailure(describeMissingKey(row, secretKeys));
  });
}

/** Says which secret key is missing, and what to do. */
export function describeMissingKey({ wraps }: StoredKey, { current, before }: SecretKeys): string {
  const given = before ? `${current.name} and ${before.name}` : current.name;
  const needed = wraps.map(({ secret_key }) => secret_key).join(' or ') || '(deleted from the database)';
  return (
    `The keys in the database are locked by the secret key named ${needed}, and only ${given} was given. Put that key ` +
    'into SECRET_KEY_BEFORE (or back into DATA_DIR/secret-key), start, and replace it with npm run rotate-key. ' +
    'When it is lost for good: npm run rotate-key -- --start-over.'
  );
}
