import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.ts';

/** Installs a browser for the tests if none runs yet. When that is not possible, says in one line what to do. */
const playwright = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js');
const isRoot = process.getuid?.() === 0;

const ways: { name: string; possible: boolean; run: () => boolean }[] = [
  {
    name: "Playwright's Chromium with the system's libraries",
    possible: isRoot && existsSync('/etc/debian_version'),
    run: () => run(process.execPath, [playwright, 'install', '--with-deps', 'chromium']),
  },
  {
    name: "Playwright's Chromium",
    possible: true,
    run: () => run(process.execPath, [playwright, 'install', 'chromium']),
  },
  {
    name: "the system's Chromium",
    possible: isRoot && existsSync('/etc/debian_version'),
    run: () => run('apt-get', ['update', '-q']) && run('apt-get', ['install', '-q', '-y', 'chromium']),
  },
];

process.exitCode = (await ensureBrowser()) ? 0 : 1;

async function ensureBrowser(): Promise<boolean> {
  let problem = await whyItDoesNotRun();
  for (const way of ways.filter(({ possible }) => problem !== null && possible)) {
    process.stdout.write(`Installing ${way.name} for the browser tests …\n`);
    if (way.run()) problem = await whyItDoesNotRun();
    if (problem === null) break;
  }
  if (problem === null) return true;
  process.stderr.write(`${problem} Install Chromium or Chrome, or set CHROMIUM_PATH to one, and run npm test again.\n`);
  return false;
}

/**
 * Returns why the browser does not run; null when it does. Its file alone proves little: without libraries of the system it does
 * not start.
 */
async function whyItDoesNotRun(): Promise<string | null> {
  const path = findBrowser();
  if (!path) return 'No browser was found for the tests.';
  try {
    const browser = await chromium.launch({ executablePath: path, args: BROWSER_ARGS, timeout: 60_000 });
    await browser.close();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return `The browser ${path} does not start (${reason}).`;
  }
}

function run(program: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: 'inherit', env, timeout: 240_000 }).status === 0;
}
