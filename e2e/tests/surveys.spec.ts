import { expect, test } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { expectAccessible } from './support/accessibility.ts';
import { choose, press, tabTo } from './support/keyboard.ts';
import { MANAGER, signedIn } from './support/people.ts';

test('a survey is made from nothing by keyboard, put into order and seen in Arabic', async ({ page }) => {
  test.slow();
  const title = `Meals ${randomInt(1_000_000)}`;
  await signedIn(page, MANAGER);
  await page.goto('/surveys/index');
  await expectAccessible(page);
  await press(page, 'link', 'Create survey');
  await press(page, 'button', 'Create survey');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a title.' })).toBeFocused();
  await tabTo(page, 'textbox', /^Title/);
  await page.keyboard.type(title);
  await choose(page, /^Further languages/, 'Arabic');
  await page.keyboard.press('Escape');
  await press(page, 'button', 'Create survey');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  for (const [question, type] of [
    ['Was it warm?', 'Yes or no'],
    ['How did it taste?', 'Rating, 1 to 5'],
  ] as const) {
    await press(page, 'link', 'Add question');
    await tabTo(page, 'textbox', /^Question/);
    await page.keyboard.type(question);
    await choose(page, /^Type/, type);
    await choose(page, /^Category/, 'Overall');
    await press(page, 'button', 'Add question');
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: title }).click();
  }
  await press(page, 'button', 'Move up: How did it taste?');
  await expect(page.getByRole('status').filter({ hasText: 'How did it taste? is now 1 of 2.' })).toBeAttached();
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem').first()).toContainText('taste');

  await press(page, 'link', 'Translate');
  await tabTo(page, 'textbox', /Was it warm/);
  await page.keyboard.type('هل كان دافئًا؟');
  await press(page, 'button', 'Save translations');
  await expect(page.getByText('The translations were saved.')).toBeVisible();
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('html[lang=ar][dir=rtl]')).toBeAttached();
  await expect(preview.getByText('هل كان دافئًا؟')).toBeVisible();
  // The frame runs no scripts, so none of axe's; what it shows is the portal's page, which has tests of its own.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectAccessible(page);
});

test('results of a survey are read without a mouse', async ({ page }) => {
  await signedIn(page, MANAGER);
  await page.goto('/surveys/index');
  await press(page, 'link', 'Your stay with us');
  await press(page, 'link', 'Results');
  await expect(page.getByRole('heading', { level: 1, name: 'Results: Your stay with us' })).toBeVisible();
  await page.getByText('By month').click();
  await expect(page).toHaveURL(/by=month/);
  await expectAccessible(page);
});
