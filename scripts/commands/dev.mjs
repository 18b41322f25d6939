import { join } from 'node:path';
import { ROOT, serveNode } from '../run-program.mjs';
import { install } from './install.mjs';

/** The patients' scripts and style sheets are bundled and not imported, so the watcher does not find them by itself. */
const WATCH_OPTIONS = ['--clear-screen=false', '--include=apps/server/src/portal/client/*'];

/**
 * Runs server and web from their sources. When a file changes, the server is restarted, and the browser replaces the module.
 * @param {string[]} args given to the server, such as `demo`
 */
export async function dev(args) {
  install();
  const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  return serveNode([
    {
      args: [tsx, 'watch', ...WATCH_OPTIONS, '--conditions=wardvoice-source', 'apps/server/src/main.ts', ...args],
    },
    { args: [vite], cwd: join(ROOT, 'apps/web') },
  ]);
}
