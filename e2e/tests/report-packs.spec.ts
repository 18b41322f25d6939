import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { sayYes } from './support/keyboard.ts';
import { noticeOf } from './support/notices.ts';
import { signedIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a manager saves a report as a PDF, has it sent each month, and reads why it did not arrive', async ({
  page,
  hospital,
}) => {
  await signedIn(page, hospital.manager);
  await page.goto('/reports/comparison');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Reports .*\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('link', { name: 'Reports by e-mail' }).click();
  await expect(page.getByText('No report is sent yet')).toBeVisible();
  await page.getByRole('link', { name: 'Send a report' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Board pack');
  await page.getByRole('combobox', { name: 'Who gets it' }).click();
  await page.getByRole('option', { name: 'Morgan Listener' }).click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send a report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board pack' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send now' }).click();
  const onItsWay = noticeOf(page, /on its way to you/);
  await page.getByRole('dialog').getByRole('button', { name: 'Only to me' }).click();
  await onItsWay;
  // This server has no mail server: whoever sent it reads that, and not that it was sent.
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  await expect(page.getByRole('table', { name: 'What was sent' })).toContainText('Left out');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await sayYes(page, /^Delete/);
  await expect(page.getByText('No report is sent yet')).toBeVisible();
});
