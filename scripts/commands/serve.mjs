import { serveNode } from '../run-program.mjs';
import { build } from './build.mjs';

/**
 * The built server with everything it runs: database, API, web, listener, worker.
 * @param {string[]} args
 */
export async function serve(args) {
  await build();
  return serveNode([
    { args: ['--enable-source-maps', 'apps/server/dist/main.js', ...args], env: { NODE_ENV: 'production' } },
  ]);
}
