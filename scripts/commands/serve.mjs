import { serveNode } from '../run-program.mjs';
import { build } from './build.mjs';

/**
 * The built server with everything it runs: database, API, web, listener, worker. It is started again when it ends by itself.
 * @param {string[]} args
 */
export async function serve(args) {
  await build();
  const server = {
    args: ['--enable-source-maps', 'apps/server/dist/main.js', ...args],
    env: { NODE_ENV: 'production' },
  };
  return serveNode([server], { restart: true });
}
