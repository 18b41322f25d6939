import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { fillSignIn, PASSWORD } from './support/people.ts';

const shows = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

test('a second tab is signed in, locked where the first is, and signed out with it', async ({
  page,
  context,
  hospital,
}) => {
  await page.goto('/login');
  await fillSignIn(page, hospital.manager.session.data.email);
  await shows(page, 'Dashboard');

  const second = await context.newPage();
  await second.goto('/cases/index');
  await shows(second, 'Cases');
  expect(await second.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wardvoice')))).toEqual(
    [],
  );

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  const third = await context.newPage();
  await third.goto('/deliveries/index');
  const lock = third.getByRole('dialog', { name: 'Locked' });
  await lock.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await lock.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByRole('dialog', { name: 'Locked' })).toBeHidden();
  await shows(third, 'Deliveries');

  await second.getByRole('button', { name: /^Account of/ }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [page, second, third]) await expect(tab).toHaveURL(/\/login$/);
  await fillSignIn(third, hospital.manager.session.data.email);
  await shows(page, 'Dashboard');
});

test('the sign-in screen of a second tab leads on to the page that was wanted', async ({ page, context, hospital }) => {
  await page.goto('/login');
  await fillSignIn(page, hospital.manager.session.data.email);
  await shows(page, 'Dashboard');
  const second = await context.newPage();
  await second.goto('/login?redirect=/messages/index?state=error');
  await expect(second).toHaveURL(/\/messages\/index\?state=error$/);
});
