import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { parseLsn, type Lsn } from '../../platform/db/replication/lsn.ts';
import { isBackupName, newBackupName } from '../backups/index.ts';

/** Name of the slot of a history. PostgreSQL allows small letters, digits and underscores. */
const PREFIX = 'wardvoice_wal_';
const slotOf = (history: string): string => `${PREFIX}${history.toLowerCase().replace('-', '_')}`;

function historyOf(slot: string): string | null {
  const [, time, mark] = /^wardvoice_wal_(\d{8}t\d{6}z)_([0-9a-f]{6})$/.exec(slot) ?? [];
  const name = `${time?.toUpperCase()}-${mark}`;
  return isBackupName(name) ? name : null;
}

/**
 * So much of the log waits for a store that cannot be reached. Then PostgreSQL lets go of it, so that the disk does not fill up, and
 * another history has to begin.
 */
const MAX_KEPT = '8GB';

/** The replication slot that makes PostgreSQL keep the log until it is stored. It is not copied with the database's files. */
export interface WalSlot {
  name: string;
  history: string;
  /** To where the log is stored. */
  confirmed: Lsn;
}

/** Finds the slot that keeps the log. Slots that have lost part of it, or that `isWanted` refuses, are removed. */
export async function findSlot(
  client: Client,
  isWanted: (history: string) => Promise<boolean>,
): Promise<WalSlot | null> {
  const { rows } = await client.query<{ name: string; confirmed: string | null; status: string | null }>(
    `select slot_name::text as name, restart_lsn::text as confirmed, wal_status as status
    from pg_replication_slots where starts_with(slot_name, '${PREFIX}') order by slot_name desc`,
  );
  let found: WalSlot | null = null;
  for (const { name, confirmed, status } of rows) {
    const history = historyOf(name);
    const isWhole = confirmed !== null && status !== 'lost';
    if (!found && history && isWhole && (await isWanted(history)))
      found = { name, history, confirmed: parseLsn(confirmed) };
    else await client.query('select pg_drop_replication_slot($1)', [name]);
  }
  return found;
}

/** Begins a history: from now on the log is kept. */
export async function makeSlot(client: Client, now: Date): Promise<WalSlot> {
  const history = newBackupName(now, randomBytes(3).toString('hex'));
  const name = slotOf(history);
  // In the database's own settings, so that it holds under an earlier version of the program, too.
  await client.query(`alter system set max_slot_wal_keep_size = '${MAX_KEPT}'`);
  await client.query('select pg_reload_conf()');
  const { rows } = await client.query<{ lsn: string }>(
    'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
    [name],
  );
  return { name, history, confirmed: parseLsn(rows[0]?.lsn ?? '') };
}
