import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { signedIn } from './support/people.ts';

test.beforeEach(({ page, hospital }) => signedIn(page, hospital.manager));

test('the palette finds a record and opens it, by keys alone', async ({ page, hospital }) => {
  const title = `Catering ${hospital.id}`;
  await hospital.manager.post('/departments', { department: { title } });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find screens, people, records and actions' });
  await expect(field).toBeFocused();
  await page.keyboard.type(title);
  await expect(page.getByRole('option', { name: title })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('the keys are listed under a question mark', async ({ page }) => {
  await page.goto('/contacts/index');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Search in this list');
  await expectAccessible(page);
});

test('without a connection a band says so, and the screen that was asked for opens when it is back', async ({
  page,
  context,
}) => {
  await page.goto('/contacts/index');
  await expect(page.getByRole('heading', { level: 1, name: 'Contacts' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Departments', exact: true }).click();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  await expect(page.getByText(/^You are offline/)).toBeHidden();
  const unstyled = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter((one) => !one.sheet);
  expect(await page.evaluate(`(${String(unstyled)})().length`)).toBe(0);
});
