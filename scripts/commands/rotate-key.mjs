import { runNode } from '../run-program.mjs';
import { build } from './build.mjs';

/**
 * Replaces the keys of an installation, or says what needs them: docs/operations.md, "Changing the key".
 * @param {string[]} args
 */
export async function rotateKey(args) {
  await build();
  return runNode(['--enable-source-maps', 'apps/server/dist/rotate-key.js', ...args]);
}
