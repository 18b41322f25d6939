import { join } from 'node:path';
import { ROOT, serveNode } from '../run-program.mjs';
import { install } from './install.mjs';

/**
 * Server and web from their sources, each started again (or replaced in the browser) when a file changes.
 * @param {string[]} args given to the server, such as `demo`
 */
export async function dev(args) {
  install();
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  return serveNode([
    {
      args: [tsx, 'watch', '--clear-screen=false', '--conditions=wardvoice-source', 'apps/server/src/main.ts', ...args],
    },
    { args: [vite], cwd: join(ROOT, 'apps/web') },
  ]);
}
