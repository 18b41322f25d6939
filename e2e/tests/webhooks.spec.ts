import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { sayYes } from './support/keyboard.ts';
import { signedIn } from './support/people.ts';

test('a webhook is made on the screen, tried, given a new secret, and deleted', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/webhooks/create');
  // Nobody has a name below .invalid (RFC 2606).
  await page.getByRole('textbox', { name: 'Address' }).fill('https://tickets.invalid/hook');
  await page.getByRole('textbox', { name: 'Description' }).fill('Ticket system');
  await page.getByRole('checkbox', { name: 'Case opened' }).check();
  await page.getByRole('button', { name: 'Make webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'The webhook is made' });
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have kept the secret' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ticket system' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send test' }).click();
  const result = page.getByRole('dialog', { name: 'The test has failed' });
  await expect(result.getByText(/The receiver could not be reached/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row', { name: /Test Failed 1 The receiver could not be reached/ })).toBeVisible();

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make new secret' }).click();
  const renewed = page.getByRole('dialog', { name: 'The new secret is made' });
  expect(await renewed.getByRole('textbox', { name: 'Secret' }).inputValue()).not.toBe(secret);
  await renewed.getByRole('button', { name: 'I have kept the secret' }).click();

  await page.getByRole('button', { name: 'Delete' }).click();
  await sayYes(page, /^Delete/);
  await expect(page.getByText('No webhooks')).toBeVisible();
});
