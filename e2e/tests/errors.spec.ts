import { expect } from '@playwright/test';
import { inventPatient } from './support/feed.ts';
import { send } from './support/hospital.ts';
import { signedIn } from './support/people.ts';
import { noticeOf } from './support/notices.ts';
import { test } from './support/test.ts';

test('an unusable message is found by its cause; processed again, it says why it fails again', async ({
  page,
  hospital,
}) => {
  const patient = inventPatient();
  expect(await send(hospital, 'A01', patient, { withoutIdentifier: true })).toContain('MSA|AE|');
  await signedIn(page, hospital.manager);
  await page.goto('/messages/errors');

  const causes = page.getByRole('region', { name: 'Causes' });
  await causes.getByRole('link', { name: /PID-3 missing from PAS/ }).click();
  await expect(page).toHaveURL(/field=PID-3&sending_application=PAS/);
  const row = page.getByRole('row', { name: new RegExp(`${patient.number}A01`) });
  await expect(row).toContainText('PID-3 missing');

  await row.getByRole('button', { name: /^Reprocess/ }).click();
  const question = page.getByRole('dialog', { name: 'Reprocess this message?' });
  await expect(question).toContainText('nothing is sent to the patient');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes' }).click();
  // Nothing of the message or the rules has changed, so it fails again, and says why.
  const told = page.getByRole('alertdialog', { name: 'The message could not be processed again' });
  await expect(told).toContainText('PID-3 missing');
});

test('a whole group is processed again after a question that names the number', async ({ page, hospital }) => {
  await send(hospital, 'A01', inventPatient(), { withoutIdentifier: true });
  await signedIn(page, hospital.manager);
  await page.goto('/messages/errors');
  await page.getByRole('button', { name: /^Reprocess \d+: PID-3 missing from PAS/ }).click();
  const question = page.getByRole('dialog', { name: /^Reprocess (this 1 message|these \d+ messages)\?$/ });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: /^Reprocess \d+: PID-3 missing from PAS/ }).click();
  const processed = noticeOf(page, /was processed again|were processed again/);
  await question.getByRole('button', { name: 'Yes' }).click();
  await processed;
});
