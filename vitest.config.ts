import { existsSync, readdirSync } from 'node:fs';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Packages are tested from their sources, so no build has to come first. */
const source = 'wardvoice-source';
const exclude = ['**/node_modules/**', '**/dist/**'];

const names = [
  ...['packages', 'apps'].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
  'bench',
  'scripts',
  'simulation',
].filter((name) => existsSync(name));

export default defineConfig({
  test: {
    projects: names.map((name) => ({
      resolve: { conditions: [source, ...defaultClientConditions] },
      ssr: { resolve: { conditions: [source, ...defaultServerConditions], externalConditions: [source] } },
      test: {
        name: name.split('/').at(-1) ?? name,
        include: [`${name}/**/*.test.{ts,tsx}`],
        exclude,
        // Only these need PostgreSQL; it is started when one of their tests is going to run.
        ...(['apps/server', 'simulation'].includes(name)
          ? { globalSetup: ['apps/server/src/testing/global-setup.ts'] }
          : {}),
        testTimeout: 20_000,
        hookTimeout: 60_000,
      },
    })),
  },
});
