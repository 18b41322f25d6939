import { findLastPlace } from '../audit/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { StartFailure } from '../../platform/db/embedded-postgres.ts';
import { listStoredKeys, retireDataKey } from '../../platform/keys/data-keys.queries.ts';
import { addDataKey, decryptKey, lockDataKeys, openKeyRing } from '../../platform/keys/open-key-ring.ts';
import { systemScope } from '../../platform/scope.ts';
import { auditKeyChange } from './audit-key-change.ts';
import { listKeyUses } from './list-key-uses.ts';
import type { RotationOptions } from './rotate-keys.ts';

const SCOPE = systemScope('every application');

/**
 * Retires the data keys that nothing needs, or the named one even if something does: what was made with a retired key is not accepted
 * any more, except entries of the audit up to the last one that it has signed.
 */
export async function retireKeys({ db, log, store, say }: RotationOptions, chosen: string | null): Promise<void> {
  const keys = await openKeyRing({ db, log, readSecretKeys: store.read, onLost: (error) => log.error(error.message) });
  keys.close();
  await db.transaction(SCOPE, async (tx) => {
    await lockDataKeys(tx);
    const stored = await listStoredKeys(tx);
    if (chosen === keys.current.name) throw new StartFailure('This is the current data key: replace it first.');
    if (chosen !== null && !keys.accepted.some(({ name }) => name === chosen))
      throw new StartFailure(`There is no data key ${chosen} in use: see npm run rotate-key -- --status.`);
    const uses = await listKeyUses(tx, stored, systemClock());
    for (const { id, name, current_in_ms } of stored) {
      const signer = keys.accepted.find((key) => key.name === name);
      const isOver = signer && name !== keys.current.name && current_in_ms <= 0;
      if (!isOver || (chosen !== null && chosen !== name)) continue;
      if (chosen === null && uses.get(name)?.length) say(`The data key ${name} is still needed: see --status.`);
      else {
        await retireDataKey(tx, id, await findLastPlace(tx, keys, signer));
        await auditKeyChange(tx, { db, log, keys }, 'retire', { data_key: name });
        say(`The data key ${name} is retired: it verifies the audit, and nothing else.`);
      }
    }
  });
}

/**
 * Gives up the data keys that cannot be decrypted, because the secret key was lost, and makes a new one. Everything that was made
 * with them is lost.
 */
export async function startOver({ db, log, store, say }: RotationOptions): Promise<void> {
  const secretKeys = await store.read();
  const lostKeys = await db.transaction(SCOPE, async (tx) => {
    await lockDataKeys(tx);
    const inUse = (await listStoredKeys(tx)).filter(({ retired_at }) => retired_at === null);
    const lost = inUse.filter((row) => !decryptKey(secretKeys, row));
    if (lost.length === 0) throw new StartFailure('No key is lost: nothing was changed.');
    for (const { id, name } of lost) {
      await retireDataKey(tx, id, 0);
      say(`The data key ${name} is given up.`);
    }
    const name = await addDataKey(tx, secretKeys.current);
    say(`A new data key, ${name}, is used from now on.`);
    return lost.map((row) => row.name);
  });
  const keys = await openKeyRing({ db, log, readSecretKeys: store.read, onLost: (error) => log.error(error.message) });
  keys.close();
  await db.transaction(SCOPE, async (tx) => {
    for (const name of lostKeys) await auditKeyChange(tx, { db, log, keys }, 'give_up', { data_key: name });
  });
}
