import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { watchedForks } from './scripts/watched-forks.ts';

/** Packages are tested from their sources, so no build has to come first. */
const source = 'wardvoice-source';
/** Node.js does not know "module", by which some packages offer bundlers files that Node.js cannot load. */
const SERVER_CONDITIONS = defaultServerConditions.filter((condition) => condition !== 'module');
const exclude = ['**/node_modules/**', '**/dist/**'];

const names = [
  ...['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
  'bench',
  'scripts',
  'simulation',
].filter((name) => existsSync(name));

export default defineConfig({
  test: {
    // Many tests wait for a process that starts, stops or is killed, so even two processors have time for two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [...names.map((name) => project(name)), project('apps/web/src/api', { isolate: true })],
  },
});

/**
 * The tests of a folder. With `isolate`, each file has a process of its own; without, a process that has loaded the server or the
 * screens runs one file after the other, because loading them anew took a third of their time.
 */
function project(folder: string, { isolate = !['apps/server', 'apps/web'].includes(folder) } = {}) {
  const isWeb = folder.startsWith('apps/web');
  return {
    resolve: { conditions: [source, ...defaultClientConditions] },
    ssr: { resolve: { conditions: [source, ...SERVER_CONDITIONS], externalConditions: [source] } },
    test: {
      name: folder.replace(/^(packages|apps)\//, '').replaceAll('/src/', '-'),
      pool: watchedForks(),
      isolate,
      include: [`${folder}/**/*.test.{ts,tsx}`],
      // What the calls keep in a tab is loaded anew by their tests, so these have processes of their own.
      exclude: folder === 'apps/web' ? [...exclude, 'apps/web/src/api/**'] : exclude,
      ...(isWeb ? { setupFiles: ['apps/web/src/testing/each-file.ts'] } : {}),
      // Only these projects need PostgreSQL. It is started when one of their tests is about to run.
      ...(['apps/server', 'simulation'].includes(folder)
        ? { globalSetup: ['apps/server/src/testing/global-setup.ts'] }
        : {}),
      // These only end tests that hang, also on a machine that others keep busy.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      // As long as screens are waited for (apps/web/src/testing/render.tsx): the usual second is too short on a busy machine.
      expect: { poll: { timeout: 8_000 } },
      // A failure says what it found: values are cut at 40 characters otherwise, and the end of a run shows only this text.
      chaiConfig: { truncateThreshold: 1_000 },
    },
  };
}
