import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { DataKey, KeyRing } from '../../platform/keys/key-ring.ts';
import { deriveKey, keyName, sameSecret } from '../../platform/secrets.ts';

const VERSION = 1;

const checkpoint = z.object({
  v: z.literal(VERSION),
  /** The instance that wrote it, by the id in its data folder. */
  instance: z.string(),
  at: z.string(),
  /** The end of the chain at that time, and the hash there. */
  position: z.number(),
  hash: z.string(),
  /** Number of entries in the chain. */
  count: z.number(),
  /** Name of the key of the signature. */
  key: z.string(),
  mac: z.string(),
});
export type Checkpoint = z.output<typeof checkpoint>;
type Unsigned = Omit<Checkpoint, 'v' | 'key' | 'mac'>;

const checkpointKey = ({ key }: DataKey): Buffer => deriveKey(key, 'audit checkpoints');

const signatureOf = (key: Buffer, { instance, at, position, hash, count }: Unsigned): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([VERSION, instance, at, position, hash, count]))
    .digest('hex');

/** Returns a checkpoint as one line of JSON, without its line feed. */
export function writeCheckpoint({ current }: KeyRing, unsigned: Unsigned): string {
  const key = checkpointKey(current);
  return JSON.stringify({ v: VERSION, ...unsigned, key: keyName(key), mac: signatureOf(key, unsigned) });
}

/** `torn`: no checkpoint, such as a line that was cut off when the machine lost its power. */
export type ReadCheckpoint = { checkpoint: Checkpoint } | { problem: 'torn' | 'forged' | 'other_key' };

export function readCheckpoint({ all }: KeyRing, line: string): ReadCheckpoint {
  const read = checkpoint.safeParse(parseLine(line));
  if (!read.success) return { problem: 'torn' };
  const key = all.map(checkpointKey).find((one) => keyName(one) === read.data.key);
  if (!key) return { problem: 'other_key' };
  return sameSecret(read.data.mac, signatureOf(key, read.data)) ? { checkpoint: read.data } : { problem: 'forged' };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
