import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { fixedKeyRing } from '../../platform/keys/key-ring.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts';

const [earlier, later] = [randomBytes(32), randomBytes(32)];
const written = { instance: 'one', at: '2026-03-10T12:00:00.000Z', position: 7, hash: 'ab', count: 7 };

it('a checkpoint is verified with the key that signed it, also when another is the current one', () => {
  const line = writeCheckpoint(fixedKeyRing(earlier), written);
  const keys = fixedKeyRing(later, earlier);
  expect(readCheckpoint(keys, line)).toMatchObject({ checkpoint: written });
  expect(readCheckpoint(keys, line.replace('"position":7', '"position":8'))).toEqual({ problem: 'forged' });
  expect(readCheckpoint(fixedKeyRing(later), line)).toEqual({ problem: 'other_key' });
});
