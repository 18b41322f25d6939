import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './browser.ts';
import { startServer } from './start-server.ts';
import { fillSignIn } from './tests/support/people.ts';

/** Takes the pictures of the docs from a sample hospital that it starts for them. */
const FOLDER = fileURLToPath(new URL('../docs/pictures', import.meta.url));
/** Cases and answers of the sample hospital come by themselves, some of them after a minute. */
const COMES_WITHIN_MS = 600_000;

const executablePath = findBrowser();
const server = await startServer({ name: 'pictures', args: ['demo'] });
const browser = await chromium.launch({ args: BROWSER_ARGS, ...(executablePath ? { executablePath } : {}) });
try {
  const page = await browser.newPage({ baseURL: server.url, locale: 'en-IE', timezoneId: 'Europe/Dublin' });
  page.setDefaultTimeout(COMES_WITHIN_MS);
  await page.goto('/login');
  await fillSignIn(page, 'manager@demo.wardvoice.example', 'wardvoice demo');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();

  // The newest after a stay that nobody has claimed yet.
  await page.goto('/cases/index?state=new');
  const call = { name: /wound|pain/i };
  await page.getByRole('table', { name: 'Cases' }).getByRole('link', call).first().click();
  await page.getByRole('button', { name: 'Claim' }).waitFor();
  await take(page, 'case', { width: 1440, height: 760 });
  await page.getByRole('link', { name: 'Open message' }).click();
  await page.getByRole('tree', { name: 'Fields' }).waitFor();
  await take(page, 'message', { width: 1440, height: 850 });

  await page.goto('/surveys/index');
  await page.getByRole('table', { name: 'Surveys' }).getByRole('link', { name: 'Your stay with us' }).click();
  await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  await take(page, 'survey', { width: 1440, height: 900 });

  await page.goto('/pathways/index');
  await page.getByRole('table', { name: 'Pathways' }).getByRole('link', { name: 'After an operation' }).click();
  await page.getByRole('region', { name: 'Steps' }).waitFor();
  await take(page, 'pathway', { width: 1440, height: 900 });

  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Last seven days' }).waitFor();
  await take(page, 'dashboard', { width: 1440, height: 900 });

  await page.goto('/deliveries/index?state=sent&channel=sms');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).getByRole('button').click();
  const link = await page.getByRole('link', { name: 'Open as the patient would' }).getAttribute('href');
  await page.goto(link ?? '');
  const english = page.getByRole('button', { name: 'English' });
  if (await english.isVisible()) await english.click();
  await page.locator('html[lang=en]').waitFor();
  await take(page, 'portal-phone', { width: 390, height: 844 });
} finally {
  await browser.close();
  await server.stop();
}

async function take(page: Page, name: string, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  await page.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled' });
  process.stdout.write(`docs/pictures/${name}.png\n`);
}
