import * as z from 'zod';
import type { BackupKey, BackupKeys } from './backup-keys.ts';
import { readSigned, writeSigned } from './signed-manifest.ts';

/** A file of a backup. */
export const part = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
export type Part = z.output<typeof part>;

const table = z.object({
  schema: z.enum(['', 'graphile_worker']),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** Sum of the hashes of all rows, as the database of the backup counted it. */
  checksum: z.string(),
  parts: z.array(part),
});
/** The rows of a table. The schema '' is the one of the program, whatever its name is. */
export type ArchivedTable = z.output<typeof table>;

const sequence = z.object({
  schema: z.enum(['', 'graphile_worker']),
  name: z.string(),
  /** null: it has given no number yet. */
  last_value: z.string().nullable(),
});
export type ArchivedSequence = z.output<typeof sequence>;

const manifest = z.object({
  format: z.literal('wardvoice-backup-1'),
  name: z.string(),
  /** Of the program. */
  version: z.string(),
  postgres: z.string(),
  /** As of when the rows are. */
  snapshot_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Name of the key that encrypts the parts. */
  key: z.string(),
  /** Names of the secret keys, one of which the restored database needs. */
  secret_keys: z.array(z.string()),
  /** The last migration. */
  migration: z.string(),
  tables: z.array(table),
  sequences: z.array(sequence),
  /** The secret key, where the backup has a key of its own; null: it is needed to read the backup anyway. */
  secret_key: part.nullable(),
});
export type Manifest = z.output<typeof manifest>;

/** Written last: a folder without it is no backup. */
export const MANIFEST_FILE = 'manifest.json';

/** The manifest of a backup, as it is stored. */
export const writeManifest = (content: Manifest, key: BackupKey): Buffer => writeSigned(content, key);

/** Throws BackupProblem when it was changed, is not whole, or belongs to another key. */
export function readManifest(name: string, file: Buffer, keys: BackupKeys): { manifest: Manifest; key: BackupKey } {
  return readSigned(manifest, name, file, keys);
}

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

export const countBytes = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);
