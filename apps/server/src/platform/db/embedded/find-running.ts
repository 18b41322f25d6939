import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { loadCredentials } from './credentials.ts';

/** The line of postmaster.pid that is the port. */
const PORT_LINE = 3;

export interface RunningDatabase {
  /** Role of the program. */
  connectionString: string;
  ownerConnectionString: string;
  superuserConnectionString: string;
}

/** Returns the addresses of the database that a running Wardvoice has started in this folder; null when none is running there. */
export async function findRunningDatabase(dataDir: string): Promise<RunningDatabase | null> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const port = Number(lines[PORT_LINE]);
  if (!(port > 0)) return null;
  const { application, owner, superuser } = await loadCredentials(dataDir);
  const address = `127.0.0.1:${port}`;
  const connectionString = `postgres://wardvoice:${application}@${address}/wardvoice`;
  const client = new Client({ connectionString });
  try {
    await client.connect();
    return {
      connectionString,
      ownerConnectionString: `postgres://wardvoice_owner:${owner}@${address}/wardvoice`,
      superuserConnectionString: `postgres://postgres:${superuser}@${address}/postgres`,
    };
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
