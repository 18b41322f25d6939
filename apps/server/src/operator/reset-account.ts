import { randomBytes } from 'node:crypto';
import { resetByOperator } from '../features/account/index.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/db/database.ts';
import { StartFailure } from '../platform/db/embedded-postgres.ts';
import { openKeyRing } from '../platform/keys/open-key-ring.ts';
import { readSecretKeys } from '../platform/keys/secret-key-file.ts';
import { createLog } from '../platform/log.ts';
import { openInstallation, readSettings, say } from './open-installation.ts';

/** Sets a new password, prints it once, and ends the sessions of the account. */
export async function resetAccount(email: string, clearsTwoStep: boolean): Promise<void> {
  const { config, connectionString, close } = await openInstallation(readSettings());
  const log = createLog('error');
  const db = openDatabase(connectionString, log, 2);
  try {
    const readKeys = () => readSecretKeys(config);
    const keys = await openKeyRing({ db, log, readSecretKeys: readKeys, onLost: () => undefined });
    keys.close();
    const password = randomBytes(15).toString('base64url');
    const reset = await resetByOperator({ db, clock: systemClock, keys, log }, { email, password, clearsTwoStep });
    if (!reset) throw new StartFailure(`Nobody who may sign in has the address ${email}.`);
    say(`New password of ${reset.name}${reset.isSuperuser ? ', superuser' : ''}, shown only now:`);
    say(`  ${reset.email}  ${password}`);
    say('All sessions have ended, and links and single sign-on as well.');
    say(
      clearsTwoStep
        ? 'Two-step sign-in is off.'
        : 'Two-step sign-in, where it is on, stays on: --two-step takes it away.',
    );
  } finally {
    await db.close();
    await close();
  }
}
