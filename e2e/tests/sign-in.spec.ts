import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { addNurse } from './support/hospital.ts';
import { fillSignIn } from './support/people.ts';

test('a missing password is asked for before anything is sent', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await expectAccessible(page);
  await page.getByLabel('E-mail').fill('somebody@wardvoice.example');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Both are needed.');
  await expectAccessible(page);
  expect(sent.filter((path) => path.endsWith('/login') && path.startsWith('/api'))).toEqual([]);
});

test('a wrong password is told in the words of the server', async ({ page }) => {
  await page.goto('/login');
  const answer = page.waitForResponse(/\/api\/(v1\/)?login$/);
  await fillSignIn(page, 'nobody@wardvoice.example', 'not the password');
  const { message } = (await (await answer).json()) as { message: string };
  await expect(page.getByRole('alert')).toHaveText(message);
  await expect(page).toHaveURL(/\/login$/);
});

test('who is not signed in signs in and comes to the page they wanted', async ({ page, hospital }) => {
  await page.goto('/messages/index?state=error');
  await expect(page).toHaveURL(/\/login/);
  await fillSignIn(page, hospital.manager.session.data.email);
  await expect(page).toHaveURL(/\/messages\/index\?state=error$/);
  await expect(page).toHaveTitle('All messages – Wardvoice');
});

test('a nurse starts on the page that was set for her, signs out, and nothing is left in the tab', async ({
  page,
  hospital,
}) => {
  const nurse = await addNurse(hospital);
  await page.goto('/login');
  await fillSignIn(page, nurse.session.data.email);
  await expect(page).toHaveURL(/\/messages\/admissions\/index/);
  const token = await page.evaluate(() => sessionStorage.getItem('wardvoice.auth_token'));
  expect(token).toBeTruthy();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('wardvoice.')))).toEqual(
    [],
  );

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('a session that the server has ended leads to the sign-in screen and back', async ({
  page,
  request,
  hospital,
}) => {
  await page.goto('/login');
  await fillSignIn(page, hospital.manager.session.data.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('wardvoice.auth_token') ?? '""') as string);
  await request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } });

  // A live part of the page may hear of the end first and leave by itself, so no link of the page is clicked here.
  await page.goto('/cases/index');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillSignIn(page, hospital.manager.session.data.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
});
