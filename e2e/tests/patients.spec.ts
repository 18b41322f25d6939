import { expect, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { adt, inventPatient, sendOverMllp } from './support/hospital.ts';
import { MANAGER, signedIn } from './support/people.ts';

test('a patient is found by name, and the page says for each visit whether and why they were asked', async ({
  page,
}) => {
  await signedIn(page, MANAGER);
  const patient = inventPatient();
  await sendOverMllp(adt('A01', patient));
  await page.goto(`/patients/index?term=${patient.family}%20${patient.given}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: `${patient.family}, ${patient.given}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${patient.family}, ${patient.given}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Visits' })).toContainText(/asked/i);
  await expect(page.getByRole('table', { name: 'Numbers' })).toContainText('MR');
  await expectAccessible(page);
});

test('a number that seems to have been given to somebody else waits for a person, who decides', async ({ page }) => {
  await signedIn(page, MANAGER);
  const patient = inventPatient();
  // Names are compared by their letters.
  const other = { ...inventPatient(), number: patient.number, given: 'Otto', family: 'Othername' };
  await sendOverMllp(adt('A01', patient));
  await sendOverMllp(adt('A08', other, { born: '19310203' }));
  await page.goto('/patients/doubts');
  const doubt = page
    .getByRole('region', { name: 'A number given to somebody else?' })
    .filter({ hasText: `${other.family}, ${other.given}` });
  await expect(doubt).toContainText(`${patient.family}, ${patient.given}`);
  await expectAccessible(page);
  await doubt.getByRole('button', { name: 'Two persons' }).click();
  const question = page.getByRole('dialog', { name: 'Are they two persons?' });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(doubt).toBeHidden();
  await page.goto(`/patients/index?term=${other.family}%20${other.given}`);
  await expect(page.getByRole('link', { name: `${other.family}, ${other.given}` })).toBeVisible();
});
