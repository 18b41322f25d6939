import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { fillWithPatients } from './support/hospital.ts';
import { PASSWORD, signedIn } from './support/people.ts';

const SRC = join(import.meta.dirname, '../../apps/web/src');

interface Tree {
  [name: string]: string | Tree;
}

const textsOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)));

const read = (...path: string[]): string[] =>
  textsOf(JSON.parse(readFileSync(join(SRC, ...path), 'utf8')) as Tree).filter((text) => !text.includes('{{'));

const english = [
  ...readdirSync(join(SRC, 'app/i18n/en')).flatMap((file) => read('app/i18n/en', file)),
  ...readdirSync(join(SRC, 'features')).flatMap((slice) => read('features', slice, 'en.json')),
];

const ofLanguage = (language: string): string[] =>
  readdirSync(join(SRC, 'ui/domain/languages', language))
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) => read('ui/domain/languages', language, file));

async function signIn(page: Page, email: string): Promise<void> {
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.locator('button[type=submit]').click();
}

const shows = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('the screens speak the language of the browser, then that of the person, on every machine', async ({
  browser,
  baseURL,
  hospital,
}) => {
  const { email } = hospital.manager.session.data;
  const french = await (await browser.newContext({ locale: 'fr-FR', ...(baseURL ? { baseURL } : {}) })).newPage();
  await french.goto('/login');
  await shows(french, 'Se connecter');
  await signIn(french, email);
  await shows(french, 'Tableau de bord');
  await expect(french.locator('html')).toHaveAttribute('lang', 'fr');

  await french.getByRole('button', { name: 'Langue' }).click();
  await french.getByRole('menuitem', { name: 'العربية' }).click();
  await shows(french, 'لوحة المعلومات');
  await expect(french.locator('html')).toHaveAttribute('dir', 'rtl');
  await french.reload();
  await shows(french, 'لوحة المعلومات');

  const elsewhere = await (await browser.newContext({ locale: 'en-IE', ...(baseURL ? { baseURL } : {}) })).newPage();
  await elsewhere.goto('/login');
  await shows(elsewhere, 'Sign in');
  await signIn(elsewhere, email);
  await shows(elsewhere, 'لوحة المعلومات');
  await elsewhere.getByRole('button', { name: 'اللغة' }).click();
  await elsewhere.getByRole('menuitem', { name: 'English' }).click();
  await shows(elsewhere, 'Dashboard');
  await expect(elsewhere.locator('html')).toHaveAttribute('dir', 'ltr');
  for (const page of [french, elsewhere]) await page.context().close();
});

test('what is written in a field has its own direction, and an empty field that of the page', async ({
  browser,
  baseURL,
  hospital,
}) => {
  const page = await (await browser.newContext({ locale: 'ar', ...(baseURL ? { baseURL } : {}) })).newPage();
  await page.goto('/login');
  await signIn(page, hospital.manager.session.data.email);
  await shows(page, 'لوحة المعلومات');
  await page.goto('/deliveries/index');
  await page.getByRole('button', { name: 'أوقف الإرسال' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await expect(field).toHaveCSS('direction', 'rtl');
  await expect(field).toHaveCSS('unicode-bidi', 'plaintext');
  await page.context().close();
});

/** What is wrong with the words that can be seen: left in English, or cut off. `own` and `foreign` are whole texts. */
const findFaults = (page: Page, texts: { own: string[]; foreign: string[] }): Promise<string[]> =>
  page.evaluate(({ own, foreign }) => {
    const [known, left] = [new Set(own), new Set(foreign)];
    const faults: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const element = walker.currentNode.parentElement;
      if (!text || !element?.checkVisibility() || element.closest('script, style, iframe, [hidden]')) continue;
      if (left.has(text)) faults.push(`in English: ${text}`);
      if (!known.has(text)) continue;
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        if (box.scrollWidth <= box.clientWidth + 1 || getComputedStyle(box).textOverflow !== 'ellipsis') continue;
        faults.push(`cut off: ${text}`);
        break;
      }
    }
    return [...new Set(faults)];
  }, texts);

const SCREENS = ['/dashboard', '/messages/index', '/cases/index', '/deliveries/index', '/users/index', '/account'];

for (const language of ['fr', 'es', 'pl', 'ar', 'ur']) {
  test(`nothing is left in English and nothing is cut off: ${language}`, async ({ page, hospital }) => {
    await fillWithPatients(hospital);
    await signedIn(page, hospital.manager);
    await page.addInitScript((chosen) => localStorage.setItem('sm-language', chosen), language);
    const own = ofLanguage(language);
    // A word alone may be a name that the hospital has given.
    const foreign = english.filter((text) => /\S \S/.test(text) && !own.includes(text));
    for (const address of SCREENS) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      expect(await findFaults(page, { own, foreign }), address).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        address,
      ).toBeLessThanOrEqual(0);
    }
  });
}
