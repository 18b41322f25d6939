import { planMigrations } from '../platform/db/migrate.ts';
import { openInstallation, readSettings, say } from './open-installation.ts';

/** Says which migrations would run, and runs none. */
export async function sayMigrationPlan(): Promise<void> {
  const installation = await openInstallation(readSettings());
  try {
    const { known, missing, notBesideEarlier } = await planMigrations(
      installation.ownerConnectionString ?? installation.connectionString,
    );
    if (missing.length === 0) say(`Nothing would run: all ${known.length} migrations of this version have.`);
    else say(`${missing.length} of ${known.length} migrations would run, in this order:`);
    for (const name of missing) say(`  ${name}`);
    if (notBesideEarlier.length > 0)
      say(
        `Stop the processes of the earlier version first: ${notBesideEarlier.join(', ')} may take away what they use.`,
      );
    else if (missing.length > 0) say('Processes of the version before this one may go on working meanwhile.');
  } finally {
    await installation.close();
  }
}
