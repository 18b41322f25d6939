import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { addressesOf, type EmbeddedAddresses } from './addresses.ts';
import { loadCredentials } from './credentials.ts';

/** The line of postmaster.pid that is the port. */
const PORT_LINE = 3;

/** Returns the addresses of the database that a running Wardvoice has started in this folder; null when none is running there. */
export async function findRunningDatabase(dataDir: string): Promise<EmbeddedAddresses | null> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[PORT_LINE]);
  if (!(port > 0)) return null;
  const addresses = addressesOf(await loadCredentials(dataDir), port);
  const client = new Client({ connectionString: addresses.connectionString });
  try {
    await client.connect();
    return addresses;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
