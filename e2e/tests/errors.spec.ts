import { expect, test } from '@playwright/test';
import { adt, inventPatient, sendOverMllp } from './support/hospital.ts';
import { MANAGER, signedIn } from './support/people.ts';

test('an unusable message is found by its cause and processed again', async ({ page }) => {
  const patient = inventPatient();
  expect(await sendOverMllp(adt('A01', patient, { withoutIdentifier: true }))).toContain('MSA|AE|');
  await signedIn(page, MANAGER);
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
  await expect(page.getByRole('status').filter({ hasText: 'The message was processed again.' })).toBeVisible();
});

test('a whole group is processed again after a question that names the number', async ({ page }) => {
  await sendOverMllp(adt('A01', inventPatient(), { withoutIdentifier: true }));
  await signedIn(page, MANAGER);
  await page.goto('/messages/errors');
  await page.getByRole('button', { name: /^Reprocess \d+: PID-3 missing from PAS/ }).click();
  const question = page.getByRole('dialog', { name: /^Reprocess (this 1 message|these \d+ messages)\?$/ });
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();

  await page.getByRole('button', { name: /^Reprocess \d+: PID-3 missing from PAS/ }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('status').filter({ hasText: /was processed again|were processed again/ })).toBeVisible();
});
