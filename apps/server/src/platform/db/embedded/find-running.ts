import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadCredentials } from './credentials.ts';

/** The line of postmaster.pid that is the port. */
const PORT_LINE = 3;

/** Returns the address of the database that a running Wardvoice has started in this folder; null when none is running there. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[PORT_LINE]);
  if (!(port > 0)) return null;
  const { application } = await loadCredentials(dataDir);
  const connectionString = `postgres://wardvoice:${application}@127.0.0.1:${port}/wardvoice`;
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return connectionString;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
