import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inventPatient } from './support/feed.ts';
import { addNurse, send } from './support/hospital.ts';
import { signedIn } from './support/people.ts';

test('a patient is found by name, and the page says for each visit whether and why they were asked', async ({
  page,
  hospital,
}) => {
  await signedIn(page, hospital.manager);
  const patient = inventPatient();
  await send(hospital, 'A01', patient);
  await page.goto(`/patients/index?term=${patient.family}%20${patient.given}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: `${patient.family}, ${patient.given}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${patient.family}, ${patient.given}` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Visits' })).toContainText(/asked/i);
  await expect(page.getByRole('table', { name: 'Numbers' })).toContainText('MR');
  await expectAccessible(page);
});

test('a number that seems to have been given to somebody else waits for a person, who decides', async ({
  page,
  hospital,
}) => {
  await signedIn(page, hospital.manager);
  const patient = inventPatient();
  // Names are compared by their letters, so these must differ in them.
  const other = { ...inventPatient(), number: patient.number, given: 'Otto', family: 'Othername' };
  await send(hospital, 'A01', patient);
  await send(hospital, 'A08', other, { born: '19310203' });
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

test('a user of some wards is told that conflicts are not for them, and finds no link to them', async ({
  page,
  hospital,
}) => {
  await send(hospital, 'A01', inventPatient());
  await signedIn(page, await addNurse(hospital));
  await page.goto('/patients/index');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Doubts' })).toHaveCount(0);
  await page.goto('/patients/doubts');
  await expect(page.getByText('Somebody who sees every ward decides.')).toBeVisible();
  await expectAccessible(page);
});
