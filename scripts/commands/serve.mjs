import { serveNode } from '../run-program.mjs';
import { build } from './build.mjs';

/**
 * Runs the built server with everything it needs: database, API, web, listener, worker. A server that ends by itself is started
 * again.
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
