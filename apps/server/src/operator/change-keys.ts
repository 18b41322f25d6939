import { describeKeys, openKeyStore, retireKeys, rotateKeys, startOver } from '../features/key-rotation/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import { newSecretKey } from '../platform/keys/secret-key-file.ts';
import { createLog } from '../platform/log.ts';
import { openInstallation, readSettings, say } from './open-installation.ts';

export type KeyAction = 'list' | 'rotate' | 'retire' | 'start-over';

/** Replaces the keys, or says what needs them: docs/operations.md, "Changing the key". The server may run meanwhile. */
export async function changeKeys(action: KeyAction, name: string | null): Promise<void> {
  const { config, connectionString, close } = await openInstallation(readSettings());
  // What happens is said in sentences; the log is for what should not.
  const log = createLog('error');
  const db = openDatabase(connectionString, log, 4);
  const options = { db, log, store: openKeyStore(config), say };
  try {
    if (action === 'list') (await describeKeys(options)).forEach(say);
    else if (action === 'retire') await retireKeys(options, name);
    else if (action === 'start-over') await startOver(options);
    else if (!(await rotateKeys(options))) sayWhatToSet();
  } finally {
    await db.close();
    await close();
  }
}

function sayWhatToSet(): void {
  say('The secret key is a setting, so it has to be changed there. For all processes set');
  say(`  SECRET_KEY=${newSecretKey()}`);
  say('  SECRET_KEY_BEFORE= the key that SECRET_KEY is now');
  say('and restart them, one after the other. Then run npm run rotate-key again, with the same settings.');
}
