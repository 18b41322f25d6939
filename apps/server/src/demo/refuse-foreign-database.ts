import type { Client } from 'pg';
import { newClient } from '../platform/db/hosts/connect.ts';
import { StartFailure } from '../platform/db/embedded-postgres.ts';
import { SUPERUSER } from './demo-users.ts';

/**
 * Throws where somebody's own data are in the database: the demo sends nothing to anybody, so what waits there to be sent would
 * end in the outbox. An empty database and one of an earlier demo are fine; one that cannot be asked is left to the migrations,
 * which say what is wrong with it.
 */
export async function refuseForeignDatabase(connectionString: string): Promise<void> {
  const client = newClient({ connectionString });
  client.on('error', () => undefined);
  const isRefused = await isForeign(client).finally(() => void client.end().catch(() => undefined));
  if (!isRefused) return;
  throw new StartFailure(
    'This database has users of its own, and the demo runs only on a database that it has made. ' +
      'Set DATA_DIR or DATABASE_URL to another one, or run npm start.',
  );
}

async function isForeign(client: Client): Promise<boolean> {
  const isThere = await client.connect().then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  const { rows: tables } = await client.query<{ there: boolean }>(`select to_regclass('users') is not null as there`);
  if (!tables[0]?.there) return false;
  const { rows } = await client.query<{ foreign: boolean }>(
    `select exists (select from users) and not exists (select from users where email = $1) as foreign`,
    [SUPERUSER.email],
  );
  return rows[0]?.foreign ?? true;
}
