import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

/**
 * Chromium without updates and connections of its own. Root gets no sandbox, because Chromium refuses to run with one as root.
 */
export const BROWSER_ARGS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/**
 * Returns the path of the browser: CHROMIUM_PATH, else the one that Playwright installed, else the system's; null when there is
 * none.
 */
export function findBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    chromium.executablePath(),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC_APPLICATIONS,
  ];
  return candidates.find((path) => existsSync(path)) ?? null;
}
