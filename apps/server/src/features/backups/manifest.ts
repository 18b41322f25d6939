import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { deriveKey } from '../../platform/keys/cipher.ts';
import { findBackupKey, type BackupKey, type BackupKeys } from './backup-keys.ts';
import { BackupProblem } from './backup-problem.ts';

/** A file of a backup. */
const part = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
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

const sign = ({ key }: BackupKey, line: string): Buffer =>
  createHmac('sha256', deriveKey(key, 'backup manifest')).update(line).digest();

/** The manifest is one line of JSON, which anybody may read, and a line that shows whether somebody has changed it. */
export function writeManifest(content: Manifest, key: BackupKey): Buffer {
  const line = JSON.stringify(content);
  return Buffer.from(`${line}\n${sign(key, line).toString('hex')}\n`);
}

/** Throws BackupProblem when it was changed, is not whole, or belongs to another key. */
export function readManifest(name: string, file: Buffer, keys: BackupKeys): { manifest: Manifest; key: BackupKey } {
  const [line = '', signature = ''] = file.toString('utf8').split('\n');
  const content = parse(line);
  if (!content) throw new BackupProblem(`The manifest of ${name} is damaged: use another backup.`);
  const key = findBackupKey(keys, content.key);
  const expected = sign(key, line);
  const found = Buffer.from(signature, 'hex');
  if (found.length !== expected.length || !timingSafeEqual(found, expected) || content.name !== name)
    throw new BackupProblem(`The manifest of ${name} is not as it was written: use another backup.`);
  return { manifest: content, key };
}

function parse(line: string): Manifest | null {
  try {
    return manifest.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

export const countRows = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

export const countBytes = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);
