import { expect } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { signedIn } from './support/people.ts';

test('a list is made, filled from a file with one bad row, and kept by keyboard', async ({ page, hospital }) => {
  const mark = randomInt(1_000_000_000);
  await signedIn(page, hospital.manager);
  await page.goto('/mailingList/create');
  await page.getByLabel('Name').fill(`Choir ${mark}`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create mailing list' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Choir ${mark}` })).toBeVisible();

  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import file' }).click();
  await (
    await chosen
  ).setFiles({
    name: 'choir.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Singer,E-mail\nAlto${mark} Inventwell,alto${mark}@example.org\nBass Inventwell,bass@\n`),
  });
  const mapping = page.getByRole('dialog', { name: 'Import choir.csv' });
  await expect(mapping.getByText('E-mail is not valid')).toBeVisible();
  await mapping.getByLabel('Column Singer holds').selectOption('name');
  await expectAccessible(page);
  await mapping.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByText('Finished')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const members = page.getByRole('table', { name: 'Contacts' });
  await expect(members.getByRole('link', { name: `Alto${mark} Inventwell` })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rows in error' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('3,This is no e-mail address.,Bass Inventwell,bass@');

  await page.getByRole('button', { name: `Remove Alto${mark} Inventwell from the list` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody is on this list yet.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Add contact' }).focus();
  await page.keyboard.type(`alto${mark}`);
  await expect(page.getByRole('option', { name: `Alto${mark} Inventwell` })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(members.getByRole('link', { name: `Alto${mark} Inventwell` })).toBeVisible();

  await members.getByRole('link', { name: `Alto${mark} Inventwell` }).click();
  await page.getByRole('button', { name: 'Note opt-out of E-mail' }).click();
  await page.getByLabel('Reason').fill('Said so on the phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Note opt-out' }).click();
  await expect(page.getByText('Not written to: recorded by staff')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});

test('the screens of contacts and lists can be used by everybody, on a phone as well', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  for (const [address, title] of [
    ['/contacts/index', 'Contacts'],
    ['/contacts/create', 'Create contact'],
    ['/contacts/duplicates', 'Possible duplicates'],
    ['/mailingList/index', 'Mailing lists'],
    [`/mailingList/${hospital.listId}`, 'patient-forum'],
    [`/mailingList/${hospital.listId}/edit`, 'Edit mailing list'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([address, overflow]).toEqual([address, 0]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
