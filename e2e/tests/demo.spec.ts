import { expect, test as base } from '@playwright/test';
import { startServer, type RunningServer } from '../start-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import { fillSignIn } from './support/people.ts';

/** Starts what `npm run demo` starts. */
const test = base.extend<{ demo: RunningServer }>({
  demo: [
    // Playwright requires the first parameter of a fixture to be destructured, even when it needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer({ name: 'e2e-demo', args: ['demo'] });
      await use(server);
      await server.stop();
    },
    { timeout: 330_000 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
});

test('the sample hospital lets its manager sign in, and messages about its patients arrive by themselves', async ({
  page,
}) => {
  await page.goto('/');
  await fillSignIn(page, 'manager@demo.wardvoice.example', 'wardvoice demo');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto('/messages/discharges/index');
  await page.getByRole('table', { name: 'Discharges' }).getByRole('link').first().click();
  await expect(page.getByRole('tree', { name: 'Fields' })).toBeVisible();
  await expectAccessible(page);
});
