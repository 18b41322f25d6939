import { randomBytes } from 'node:crypto';
import { escapeIdentifier } from 'pg';
import { inDatabase, roleOf } from '../../platform/db/hosts/database-address.ts';
import { codeOf } from '../../platform/errors.ts';
import { fillDatabase, withClient } from './restore-backup.ts';
import { readWholeBackup, type OpenBackup } from './read-backup.ts';

/** Where a backup can be restored to see whether it is whole. */
export interface ProvingGround {
  /** Makes and removes databases, where it may. */
  adminConnectionString: string;
  /** Owns the database that is made. */
  ownerConnectionString: string;
}

const PREFIX = 'wardvoice_verify_';
const MAY_NOT = '42501';

/**
 * Restores the backup into a database of its own, which is removed again; counts and checksums of all tables are compared there.
 * Where the role may make no database, all of the backup is read and compared with its manifest. Returns which of the two was done.
 */
export async function proveBackup(backup: OpenBackup, ground: ProvingGround): Promise<'restored' | 'read'> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const role = roleOf(ground.ownerConnectionString);
  const isMade = await withClient(ground.adminConnectionString, async (client) => {
    await removeLeftovers(client);
    const make = `create database ${escapeIdentifier(name)} owner ${escapeIdentifier(role)} template template0`;
    return client.query(make).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === MAY_NOT) return false;
        throw error;
      },
    );
  });
  if (!isMade) {
    await readWholeBackup(backup);
    return 'read';
  }
  try {
    await fillDatabase(backup, inDatabase(ground.ownerConnectionString, name));
  } finally {
    await withClient(ground.adminConnectionString, (client) =>
      client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`),
    );
  }
  return 'restored';
}

type Admin = Parameters<Parameters<typeof withClient>[1]>[0];

/** A process that was killed has left its database behind. One that is in use stays. */
async function removeLeftovers(client: Admin): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname::text as name from pg_database d
    where d.datname like '${PREFIX.replaceAll('_', '\\_')}%' and pg_has_role(current_user, d.datdba, 'member')`,
  );
  for (const { name } of rows) await client.query(`drop database ${escapeIdentifier(name)}`).catch(() => undefined);
}
