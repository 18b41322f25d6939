import type { BackupKeys } from './backup-keys.ts';
import { BackupProblem } from './backup-problem.ts';
import { nameOf } from './archive/list-tables.ts';
import { readParts, type PartReader } from './archive/parts.ts';
import { MANIFEST_FILE, readManifest, type Manifest } from './manifest.ts';
import { SECRET_KEY_STREAM } from './make-backup.ts';
import type { BackupStore } from './store/backup-store.ts';

export interface OpenBackup extends PartReader {
  manifest: Manifest;
}

/** Opens the backup of this name, or the newest whole one. */
export async function openBackup(store: BackupStore, keys: BackupKeys, name: string | null): Promise<OpenBackup> {
  const wanted = name ?? (await findNewest(store));
  const file = await store.get(wanted, MANIFEST_FILE);
  if (!file) throw new BackupProblem(`${wanted} in ${store.place} is not whole: use another backup.`);
  const { manifest, key } = readManifest(wanted, file, keys);
  return { store, backup: wanted, key, manifest };
}

async function findNewest(store: BackupStore): Promise<string> {
  for (const name of (await store.list()).toReversed()) if (await store.get(name, MANIFEST_FILE)) return name;
  throw new BackupProblem(`There is no whole backup in ${store.place}: check the address.`);
}

const LINE_END = 10;

/** Reads and decrypts all of a backup, and compares it with its manifest. Rejects with BackupProblem when something does not fit. */
export async function readWholeBackup(backup: OpenBackup): Promise<void> {
  for (const table of backup.manifest.tables) {
    const { name, rows, parts } = table;
    let lines = 0;
    await readParts(backup, nameOf(table), parts, async (plain) => {
      for await (const chunk of plain) for (const byte of chunk) if (byte === LINE_END) lines += 1;
    });
    if (lines !== rows)
      throw new BackupProblem(`The backup has ${lines} rows of ${name}, and its manifest ${rows}: use another backup.`);
  }
  await readSecretKey(backup);
}

/** Returns the secret key that went with the backup; null: none did. */
export async function readSecretKey(backup: OpenBackup): Promise<string | null> {
  const { secret_key: part } = backup.manifest;
  if (!part) return null;
  const chunks: Buffer[] = [];
  await readParts(backup, SECRET_KEY_STREAM, [part], async (plain) => {
    for await (const chunk of plain) chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString('utf8');
}
