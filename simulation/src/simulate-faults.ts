import { PRODUCT_FAULTS } from './faults/product-faults.ts';
import { describeSearch, searchFault } from './find-faults.ts';
import { startOwnPostgres } from './start-own-database.ts';

/** Maximum time in which a fault must be found. */
const MAX_SECONDS = 600;

/** `npm run simulate -- --faults [name …]`: puts each fault back in a copy of the code. Exits with 1 when one was not found. */
export async function simulateFaults(names: readonly string[], maxSeconds = MAX_SECONDS): Promise<void> {
  const unknown = names.filter((name) => !PRODUCT_FAULTS.some((fault) => fault.name === name));
  if (unknown.length > 0) throw new Error(`There is no fault called ${unknown.join(', ')}.`);
  const named = names.flatMap((name) => PRODUCT_FAULTS.find((fault) => fault.name === name) ?? []);
  const chosen = names.length === 0 ? PRODUCT_FAULTS : named;
  const postgres = await startOwnPostgres();
  try {
    for (const fault of chosen) {
      const search = await searchFault(fault, postgres, maxSeconds);
      process.stdout.write(`${describeSearch(search)}\n`);
      if (search.foundAs === null) process.exitCode = 1;
    }
  } finally {
    await postgres.stop();
  }
}
