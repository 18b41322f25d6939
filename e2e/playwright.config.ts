import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  // These limits are for tests that hang and not for slow ones: a busy machine takes many times as long as a quiet one.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  // Nothing is retried: a test that passes only sometimes is wrong.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    // global-setup.ts sets this before the tests, because it chooses the port.
    baseURL: process.env['WARDVOICE_URL'] ?? '',
    browserName: 'chromium',
    headless: true,
    locale: 'en-IE',
    timezoneId: 'Europe/Dublin',
    // A dialog that fades out can still be found. Without motion it is gone at once, however busy the machine is.
    contextOptions: { reducedMotion: 'reduce' },
    // Where nobody opens it, a trace only takes time; a failure is told in the log.
    trace: process.env['CI'] ? 'off' : 'retain-on-failure',
    launchOptions: { args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
});
