import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { sayYes } from './support/keyboard.ts';
import { noticeOf } from './support/notices.ts';
import { signedIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a manager writes what was said and done, everybody reads it on the page of the ward, and nothing once it is taken down', async ({
  page,
  browser,
  hospital,
}) => {
  await signedIn(page, hospital.manager);
  await page.goto('/ward_pages/create');
  await page.getByRole('textbox', { name: 'Title' }).fill('Ash Ward');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ash Ward' })).toBeVisible();

  await page.getByRole('button', { name: 'Write entry' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'You said' }).fill('The ward is loud at night.');
  await dialog.getByRole('textbox', { name: 'We did' }).fill('The doors close softly now.');
  await expectAccessible(page);
  const written = noticeOf(page, /The entry is on the page/);
  await dialog.getByRole('button', { name: 'Write entry' }).click();
  await written;
  await expect(page.getByText('The doors close softly now.')).toBeVisible();
  await expectAccessible(page);
  const address = await page.getByRole('textbox', { name: 'Address of the page' }).inputValue();

  // Somebody who is not signed in.
  const stranger = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const phone = await stranger.newPage();
    await phone.goto(address);
    await expect(phone.getByRole('heading', { level: 1, name: 'Ash Ward' })).toBeVisible();
    await expect(phone.getByRole('listitem')).toContainText(['The ward is loud at night.']);
    await expectAccessible(phone);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('checkbox', { name: 'On the web' }).uncheck();
    const saved = noticeOf(page, /Saved/);
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await phone.reload();
    await expect(phone.getByText('There is nothing at this address')).toBeVisible();
  } finally {
    await stranger.close();
  }

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await sayYes(page, /^Delete/);
  await expect(page.getByText('No page yet')).toBeVisible();
});
