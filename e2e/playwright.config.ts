import { defineConfig } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: 'tests',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 10_000 },
  // A test that needs luck is wrong; nothing is tried twice.
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    // Set by global-setup.ts, which runs before the tests and chooses the port.
    baseURL: process.env['WARDVOICE_URL'] ?? '',
    browserName: 'chromium',
    headless: true,
    locale: 'en-IE',
    timezoneId: 'Europe/Dublin',
    trace: 'retain-on-failure',
    launchOptions: { args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) },
  },
});
