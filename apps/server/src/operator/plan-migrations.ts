import { planMigrations } from '../platform/db/migrate.ts';
import { openInstallation, readSettings, say } from './open-installation.ts';

/** Says which migrations would run, and runs none. */
export async function sayMigrationPlan(): Promise<void> {
  const installation = await openInstallation(readSettings());
  try {
    const { known, missing } = await planMigrations(
      installation.ownerConnectionString ?? installation.connectionString,
    );
    if (missing.length === 0) say(`Nothing would run: all ${known.length} migrations of this version have.`);
    else say(`${missing.length} of ${known.length} migrations would run, in this order:`);
    for (const name of missing) say(`  ${name}`);
  } finally {
    await installation.close();
  }
}
