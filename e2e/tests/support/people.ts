import { expect, type Page } from '@playwright/test';
import type { Api } from './api.ts';

/** The password of every user that a test makes. */
export const PASSWORD = 'seven quiet herons';

/** Signs in by the form. */
export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  // The screen before may have a field of the same name.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('E-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Gives the tab the session of a user, as a duplicated tab has it. No page is opened yet. */
export async function signedIn(page: Page, { session }: Api): Promise<void> {
  const { data, ...rest } = session;
  const kept = Object.entries({ ...rest, current_user: data }).map(([key, value]) => [key, JSON.stringify(value)]);
  await page.addInitScript((entries) => {
    if (sessionStorage.length > 0) return;
    for (const [key, value] of entries) sessionStorage.setItem(`wardvoice.${key}`, value ?? '');
  }, kept);
}
