import { setTimeout as pause } from 'node:timers/promises';
import { encryptTwoStepAnew } from '../two-step/index.ts';
import { encryptDestinationsAnew } from '../destinations/index.ts';
import { encryptWebhooksAnew } from '../webhooks/index.ts';
import { sealAccessSecretsAnew } from '../applications/index.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { StartFailure } from '../../platform/db/embedded-postgres.ts';
import {
  deleteWrapsExcept,
  insertWrap,
  listStoredKeys,
  type StoredKey,
} from '../../platform/keys/data-keys.queries.ts';
import type { KeyRing } from '../../platform/keys/key-ring.ts';
import {
  ACTIVATION_SECONDS,
  addDataKey,
  decryptKey,
  describeMissingKey,
  lockDataKeys,
  openKeyRing,
} from '../../platform/keys/open-key-ring.ts';
import { newSecretKey } from '../../platform/keys/secret-key-file.ts';
import { secretKeysOf, wrapKey, type SecretKeys } from '../../platform/keys/secret-keys.ts';
import type { Log } from '../../platform/log.ts';
import { systemScope } from '../../platform/scope.ts';
import { auditKeyChange } from './audit-key-change.ts';
import type { KeyStore } from './key-store.ts';

export interface RotationOptions {
  db: Database;
  log: Log;
  store: KeyStore;
  /** Prints a line for the operator. */
  say: (line: string) => void;
  /** How long the other processes have to read a new key before it is used. */
  activationSeconds?: number;
}

const SCOPE = systemScope('every application');

/**
 * Replaces the secret key and the current data key, and encrypts anew what can be. It may be interrupted at any point, and is then
 * run again; of two at once, the second finds the first one's work done. Returns false when the operator must first change the
 * settings.
 */
export async function rotateKeys(options: RotationOptions): Promise<boolean> {
  const { db, store, log, say } = options;
  if (!(await db.transaction(SCOPE, (tx) => replaceKeys(tx, options)))) return false;
  const keys = await openKeyRing({ db, log, readSecretKeys: store.read, onLost: (error) => log.error(error.message) });
  try {
    await waitUntilCurrent(options, keys);
    const changed = await encryptAnew(db, keys);
    say(`${changed} values were encrypted anew.`);
    await db.transaction(SCOPE, (tx) => endUseOfEarlier(tx, options, keys));
  } finally {
    keys.close();
  }
  return true;
}

/** Makes the new keys, unless an earlier run has made them. Returns false when the secret key is a setting that has to change first. */
async function replaceKeys(tx: Tx, { store, say, activationSeconds }: RotationOptions): Promise<boolean> {
  await lockDataKeys(tx);
  const stored = await listStoredKeys(tx);
  const [newest] = stored;
  if (!newest)
    throw new StartFailure('There are no keys in this database yet: start Wardvoice once before you replace them.');
  let secretKeys = await store.read();
  if (secretKeys.before === null && newest.made_under === secretKeys.current.name) {
    if (!store.write) return false;
    secretKeys = secretKeysOf(newSecretKey(), secretKeys.current.text);
    await store.write(secretKeys);
    say(`A new secret key, ${secretKeys.current.name}, was written into the data folder.`);
  }
  await wrapAll(tx, stored, secretKeys);
  if (newest.made_under === secretKeys.current.name) return true;
  const inSeconds = activationSeconds ?? ACTIVATION_SECONDS;
  const name = await addDataKey(tx, secretKeys.current, { inSeconds });
  say(`A new data key, ${name}, is used from ${inSeconds} seconds on.`);
  return true;
}

/** Encrypts every key by the current secret key. */
async function wrapAll(tx: Tx, stored: readonly StoredKey[], secretKeys: SecretKeys): Promise<void> {
  for (const row of stored) {
    const key = decryptKey(secretKeys, row);
    if (!key && row.retired_at === null) throw new StartFailure(describeMissingKey(row, secretKeys));
    if (!key) continue;
    const wrapped = wrapKey(secretKeys.current, key);
    await insertWrap(tx, { data_key_id: row.id, secret_key: secretKeys.current.name, wrapped });
  }
}

/** Until the newest key is the current one everywhere, something may still be encrypted with an earlier one. */
async function waitUntilCurrent({ db, say }: RotationOptions, keys: KeyRing): Promise<void> {
  const [newest] = await db.transaction(SCOPE, listStoredKeys);
  const waitMs = newest ? newest.current_in_ms : 0;
  if (waitMs > 0) {
    say(`Waiting ${Math.ceil(waitMs / 1000)} seconds, until every process has read it.`);
    // A transaction that began with the earlier key ends within these seconds.
    await pause(waitMs + Math.min(waitMs, 5_000));
  }
  await keys.reload();
}

async function encryptAnew(db: Database, keys: KeyRing): Promise<number> {
  let changed = await db.transaction(SCOPE, (tx) => sealAccessSecretsAnew(tx, keys));
  let after = 0;
  for (;;) {
    const lastUserId = after;
    const batch = await db.transaction(SCOPE, (tx) => encryptTwoStepAnew(tx, keys, lastUserId));
    if (!batch) break;
    changed += batch.changed;
    after = batch.lastUserId;
  }
  for (const anew of [encryptWebhooksAnew, encryptDestinationsAnew]) changed += await encryptBatches(db, keys, anew);
  return changed;
}

async function encryptBatches(db: Database, keys: KeyRing, anew: typeof encryptWebhooksAnew): Promise<number> {
  let changed = 0;
  let after = 0;
  for (;;) {
    const afterId = after;
    const batch = await db.transaction(SCOPE, (tx) => anew(tx, keys, afterId));
    if (!batch) return changed;
    changed += batch.changed;
    after = batch.lastId;
  }
}

/** From now on the secret key of before decrypts nothing. */
async function endUseOfEarlier(tx: Tx, { db, log, store, say }: RotationOptions, keys: KeyRing): Promise<void> {
  await lockDataKeys(tx);
  const { current, before } = await store.read();
  const ended = await deleteWrapsExcept(tx, current.name);
  if (ended > 0) {
    const details = { data_key: keys.current.name, secret_key: current.name };
    await auditKeyChange(tx, { db, log, keys }, 'rotate', details);
  }
  if (before === null) return;
  if (store.write) await store.write({ current, before: null });
  else say('Remove SECRET_KEY_BEFORE from the settings of all processes.');
  say(
    `The secret key ${before.name} decrypts nothing any more. Keep it only as long as backups that were made with it.`,
  );
}
