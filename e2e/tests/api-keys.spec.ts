import { expect } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { noticeOf } from './support/notices.ts';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { sayYes } from './support/keyboard.ts';
import { signedIn } from './support/people.ts';

test('an API key is made on the screen, works, gets a new secret, and is revoked', async ({
  page,
  hospital,
  request,
}) => {
  const name = `Data warehouse ${randomInt(1_000_000)}`;
  const statusOf = async (key: string) =>
    (await request.get('/api/v1/hl7_messages', { headers: { authorization: `Bearer ${key}` } })).status();
  await signedIn(page, hospital.manager);
  await page.goto('/api-keys/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('group', { name: 'Messages' }).getByRole('checkbox', { name: 'see the list' }).check();
  await page.getByRole('button', { name: 'Make API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'The API key is made' });
  const key = await dialog.getByRole('textbox', { name: 'API key' }).inputValue();
  expect(key).toMatch(/^wvk_\w{43}$/);
  await expectAccessible(page);
  expect(await statusOf(key)).toBe(200);
  await dialog.getByRole('button', { name: 'I have kept the key' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'Make new secret' }).click();
  const renewed = page.getByRole('dialog', { name: 'The new secret is made' });
  const second = await renewed.getByRole('textbox', { name: 'API key' }).inputValue();
  await renewed.getByRole('button', { name: 'I have kept the key' }).click();
  expect([await statusOf(key), await statusOf(second)]).toEqual([200, 200]);

  await page.getByRole('button', { name: 'Revoke' }).click();
  const revoked = noticeOf(page, /was revoked/);
  await sayYes(page, /^Revoke/);
  await revoked;
  expect([await statusOf(key), await statusOf(second)]).toEqual([401, 401]);
});
