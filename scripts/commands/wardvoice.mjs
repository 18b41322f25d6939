import { runNode } from '../run-program.mjs';
import { build } from './build.mjs';
import { serve } from './serve.mjs';

/**
 * The operator's command: `npm run wardvoice -- --help` lists what it does.
 * @param {string[]} args
 */
export async function wardvoice(args) {
  // Watched and started again, as by npm start.
  if (args.length === 1 && args[0] === 'serve') return serve([]);
  await build();
  return runNode(['--enable-source-maps', 'apps/server/dist/wardvoice.js', ...args]);
}
