import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { askNewPatient } from './support/hospital.ts';

const PHONE = { width: 390, height: 844 };
test.use({ viewport: PHONE, hasTouch: true });

async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** WCAG 2.2 asks for 24 pixels. The portal has twice that, for people whose hands shake. */
async function expectLargeTargets(page: Page): Promise<void> {
  const heights = await page
    .locator('main label:visible:has(input), main button:visible:not(.off), header button, header label')
    .evaluateAll((targets) => targets.map((target) => Math.round(target.getBoundingClientRect().height)));
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(48);
}

const choose = (page: Page, question: string | RegExp, answer: string) =>
  page.getByRole('group', { name: question }).getByLabel(answer, { exact: true }).check();

async function answerAll(page: Page): Promise<void> {
  await choose(page, /how was your stay/, 'Very good');
  await choose(page, /kind and respectful/, '5');
  await choose(page, /who to call/, 'Yes');
}

const send = (page: Page) => page.getByRole('button', { name: 'Send my answers' }).click();

test('a patient answers on a phone and is thanked', async ({ page, hospital }) => {
  const link = await askNewPatient(hospital);
  await page.goto(`${link}?lang=en`);
  await expect(page.getByRole('heading', { level: 1, name: 'Your stay with us' })).toBeVisible();
  await expect(page.getByText('3 of 5', { exact: true })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectLargeTargets(page);
  await expectAccessible(page);

  const better = page.getByLabel(/What could we have done better/);
  await expect(better).toBeHidden();
  await choose(page, /how was your stay/, 'Poor');
  await expect(better).toBeVisible();
  await answerAll(page);
  await expect(better).toBeHidden();
  await expect(page.getByText('3 of 5 answered')).toBeVisible();
  await expectAccessible(page);

  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();

  const again = await page.goto(link);
  expect(again?.status()).toBe(409);
  await expect(page.getByRole('heading', { name: 'You have answered already' })).toBeVisible();
  await expectAccessible(page);
});

test('what was forgotten is named, and the summary leads to it', async ({ page, hospital }) => {
  await page.goto(`${await askNewPatient(hospital)}?lang=en`);
  await choose(page, /how was your stay/, 'Good');
  await send(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expectAccessible(page);
  await summary.getByRole('link', { name: /kind and respectful/ }).click();
  await expect(page.getByRole('group', { name: /kind and respectful/ }).getByLabel('1', { exact: true })).toBeFocused();
  await expect(
    page.getByRole('group', { name: /how was your stay/ }).getByLabel('Good', { exact: true }),
  ).toBeChecked();
});

test('in Arabic the page runs from right to left, in the dark too', async ({ browser, baseURL, hospital }) => {
  const link = await askNewPatient(hospital);
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: PHONE, colorScheme, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.goto(`${link}?lang=ar`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1, name: 'إقامتك معنا' })).toBeVisible();
    const boxes = await page
      .locator('.scale label')
      .evaluateAll((labels) => labels.map((one) => one.getBoundingClientRect().x));
    expect(boxes).toEqual([...boxes].sort((a, b) => b - a));
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
    await context.close();
  }
});

test('answers are kept: after a change of language, and on another day', async ({
  page,
  browser,
  hospital,
  baseURL,
}) => {
  const link = await askNewPatient(hospital);
  await page.goto(`${link}?lang=en`);
  await choose(page, /how was your stay/, 'Fair');
  await page.getByLabel(/anything else you would like us to know/).fill('The night was loud.');
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.getByRole('group', { name: /votre séjour/ }).getByLabel('Moyen')).toBeChecked();
  const saved = page.waitForResponse(
    (response) => new URL(response.url()).pathname.endsWith('/draft') && response.ok(),
  );
  await page
    .getByRole('group', { name: /qui appeler/ })
    .getByLabel('Oui')
    .check();
  await saved;

  const later = await browser.newContext({ baseURL: baseURL ?? '' });
  const nextDay = await later.newPage();
  await nextDay.goto(`${link}?lang=en`);
  await expect(nextDay.getByRole('group', { name: /how was your stay/ }).getByLabel('Fair')).toBeChecked();
  await expect(nextDay.getByRole('group', { name: /who to call/ }).getByLabel('Yes')).toBeChecked();
  await expect(nextDay.getByLabel(/anything else/)).toHaveValue('The night was loud.');
  await later.close();
});

test('a phone without scripts asks, changes language, shows what is missing, and sends', async ({
  browser,
  hospital,
  baseURL,
}) => {
  const link = await askNewPatient(hospital);
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto(`${link}?lang=fr`);
  await expect(page.getByText('Si vous avez répondu « Mal » :')).toBeVisible();
  await page
    .getByRole('group', { name: /votre séjour/ })
    .getByLabel('Très bien')
    .check();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('group', { name: /how was your stay/ }).getByLabel('Very good')).toBeChecked();
  await send(page);
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.getByRole('group', { name: /how was your stay/ }).getByLabel('Very good')).toBeChecked();
  await answerAll(page);
  await send(page);
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await context.close();
});

test('the whole survey can be answered from the keyboard', async ({ page, hospital }) => {
  await page.goto(`${await askNewPatient(hospital)}?lang=en`);
  await page
    .getByRole('group', { name: /how was your stay/ })
    .getByLabel('Very good')
    .focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  // Enter must send the answers and not change the language, although the language buttons come first on the page.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
});

test('larger text is remembered, and nothing is wider than the page', async ({ page, hospital }) => {
  const link = await askNewPatient(hospital);
  await page.goto(`${link}?lang=en`);
  const size = () => page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
  const before = await size();
  expect(before).toBe(18);
  await page.getByLabel('Larger text').check();
  expect(await size()).toBeGreaterThan(before * 1.2);
  await expectNoSidewaysScrolling(page);
  await page.goto(`${link}?lang=fr`);
  expect(await size()).toBeGreaterThan(before * 1.2);
});

test('the page is under 20 kB with everything it loads, and loads nothing from another server', async ({
  page,
  hospital,
  baseURL,
}) => {
  const link = await askNewPatient(hospital);
  const bodies: Promise<number>[] = [];
  const origins = new Set<string>();
  page.on('request', (made) => made.url().startsWith('data:') || origins.add(new URL(made.url()).origin));
  page.on('response', (response) => {
    if (!response.url().startsWith('data:')) bodies.push(response.body().then((body) => body.byteLength));
  });
  await page.goto(`${link}?lang=ar`, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(bodies);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(20_000);
  expect([...origins]).toEqual([new URL(baseURL ?? '').origin]);
});

test('a link that was cut off ends on a page that helps', async ({ page }) => {
  const answer = await page.goto('/feedback/cut-off?lang=en');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'We cannot find this survey' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});
