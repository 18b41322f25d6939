import { createHmac, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import { deriveKey } from '../../platform/keys/cipher.ts';
import { findBackupKey, type BackupKey, type BackupKeys } from './backup-keys.ts';
import { UnreadableBackup } from './backup-problem.ts';

/** What every manifest says: the name of its folder, and of the key that encrypts what is in it. */
interface Named {
  name: string;
  key: string;
}

const sign = ({ key }: BackupKey, line: string): Buffer =>
  createHmac('sha256', deriveKey(key, 'backup manifest')).update(line).digest();

/** A manifest is one line of JSON, which anybody may read, and a line that shows whether somebody has changed it. */
export function writeSigned(content: Named, key: BackupKey): Buffer {
  const line = JSON.stringify(content);
  return Buffer.from(`${line}\n${sign(key, line).toString('hex')}\n`);
}

/** Throws UnreadableBackup when it was changed, is not whole, or belongs to another key. */
export function readSigned<Manifest extends Named>(
  schema: z.ZodType<Manifest>,
  name: string,
  file: Buffer,
  keys: BackupKeys,
): { manifest: Manifest; key: BackupKey } {
  const [line = '', signature = ''] = file.toString('utf8').split('\n');
  const content = parse(schema, line);
  if (!content) throw new UnreadableBackup(`The manifest of ${name} is damaged: use another backup.`);
  const key = findBackupKey(keys, content.key);
  const expected = sign(key, line);
  const found = Buffer.from(signature, 'hex');
  if (found.length !== expected.length || !timingSafeEqual(found, expected) || content.name !== name)
    throw new UnreadableBackup(`The manifest of ${name} is not as it was written: use another backup.`);
  return { manifest: content, key };
}

function parse<Manifest>(schema: z.ZodType<Manifest>, line: string): Manifest | null {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
