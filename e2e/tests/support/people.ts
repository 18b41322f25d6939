import { expect, type Page } from '@playwright/test';

/** Who the sample hospital knows; all have the same password. */
export const PASSWORD = 'wardvoice demo';
export const SUPERUSER = 'superuser@demo.wardvoice.example';
export const MANAGER = 'manager@demo.wardvoice.example';
export const NURSE = 'nurse@demo.wardvoice.example';

/** Signs in as people do. */
export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  // The screen before may have a field of the same name.
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** What the browser tab of each person keeps, so that not every test makes the server check a password. */
const tabs = new Map<string, [string, string][]>();

/** A tab in which the person has signed in; goes nowhere yet. */
export async function signedIn(page: Page, username: string): Promise<void> {
  const kept = tabs.get(username) ?? (await signInOnce(page, username));
  tabs.set(username, kept);
  await page.addInitScript((entries) => {
    if (sessionStorage.length > 0) return;
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, kept);
}

async function signInOnce(page: Page, username: string): Promise<[string, string][]> {
  await page.goto('/login');
  await fillSignIn(page, username);
  await expect(page).not.toHaveURL(/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() =>
    Object.entries(sessionStorage).map(([key, value]): [string, string] => [key, String(value)]),
  );
}
