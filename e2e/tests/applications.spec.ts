import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { choose, expectArrived, searchAndChoose } from './support/keyboard.ts';
import { makeHospital } from './support/hospital.ts';
import { fillSignIn, PASSWORD } from './support/people.ts';
import { SUPERUSER } from '../superuser.ts';

test.beforeEach('the server has a hospital already, because the first one would be opened at once', ({ hospital }) => {
  expect(hospital.id).toBeGreaterThan(0);
});

test('a new hospital is set up, tried and told of a patient with the keyboard alone', async ({ page }) => {
  const title = `Northside ${Date.now().toString(36)}`;
  // This test has a session of its own, because it chooses an application.
  await page.goto('/login?redirect=/applications/create');
  await fillSignIn(page, SUPERUSER.email, SUPERUSER.password);
  await expect(page).toHaveURL(/applications\/create/);

  await page.getByRole('button', { name: 'Create application' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Failed' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).pressSequentially(title);
  await searchAndChoose(page, 'Country', 'Ireland');
  await searchAndChoose(page, 'Time zone', 'Europe/Dublin');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create application' }).press('Enter');

  const credentials = page.getByRole('dialog', { name: 'Access credentials' });
  await expect(credentials.getByRole('textbox', { name: 'Access key' })).toHaveValue(/^[0-9a-f]{8}$/);
  await expect(credentials.getByRole('textbox', { name: 'Access secret' })).toHaveValue(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  );
  await expectAccessible(page);
  await credentials.getByRole('button', { name: 'I have kept the secret' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: `Open ${title}` }).press('Enter');
  await expect(page).toHaveURL(/dashboard/);
  await expectArrived(page);
  await page.getByRole('link', { name: 'This application' }).press('Enter');

  await page.getByRole('button', { name: 'Add trigger' }).press('Enter');
  await choose(page, 'Trigger', 'HL7 message processed');
  await choose(page, 'Action', 'Send SMS');
  await page.getByRole('textbox', { name: 'Text' }).pressSequentially('Hello {{given_name}}');
  const preview = page.getByRole('region', { name: 'What a patient gets' });
  await expect(preview).toContainText('Hello Orla');
  await expect(preview).toContainText('10 characters, sent as 1 SMS.');
  await page.getByRole('button', { name: 'Try it on past traffic' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Past traffic' })).toContainText('Would have sent 0');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create trigger' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Triggers' }).getByRole('listitem')).toContainText('Send SMS');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All messages' }).press('Enter');
  await page.getByRole('link', { name: 'Create message' }).press('Enter');
  await choose(page, 'Event', /Discharge \(A03\)/);
  await page.getByRole('textbox', { name: 'Patient number' }).pressSequentially('MRN1');
  await page.getByRole('textbox', { name: 'Family name' }).pressSequentially('Keyes');
  await page.getByRole('textbox', { name: 'Given name' }).pressSequentially('Tabitha');
  await page.getByRole('textbox', { name: 'Phone' }).pressSequentially('+44 7700 900123');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create message' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Keyes, Tabitha/ })).toBeVisible();
  await expectArrived(page);

  // The title must be typed, because the application has a patient now.
  await page.getByRole('link', { name: 'This application' }).press('Enter');
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Yes' }).press('Enter');
  await page.getByRole('textbox', { name: `Type ${title} to confirm` }).pressSequentially(title);
  await page.getByRole('button', { name: 'Delete application' }).press('Enter');
  await expect(page.getByText(/^Application #\d+ was deleted\.$/)).toBeVisible();
  await expect(page).toHaveURL(/applications\/index/);
});

test('a link of an e-mail asks to open it in the hospital that it is about', async ({ page, hospital }) => {
  await page.goto(`/login?redirect=${encodeURIComponent(`/alarms/index?application=${hospital.id}&open=1`)}`);
  await fillSignIn(page, SUPERUSER.email, SUPERUSER.password);
  await expect(page.getByRole('heading', { level: 1, name: `About ${hospital.title}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Open ${hospital.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible();
  await expect(page).toHaveURL(/alarms\/index\?open=1$/);
});

test('a record of another hospital of the same person is opened there', async ({
  page,
  hospital,
  superuser,
  request,
}) => {
  const other = await makeHospital(superuser, request);
  const { id, email } = hospital.manager.session.data;
  await superuser.put('/session/application', { application_id: hospital.id });
  await superuser.post(`/users/${id}/applications`, { application: { id: other.id } });
  await page.goto('/login?redirect=/account');
  await fillSignIn(page, email, PASSWORD);
  // They may do everything in one, and nothing in the other, where they are now.
  const switcher = page.getByRole('banner').getByRole('button', { name: /^Saint Testa/ });
  if ((await switcher.textContent()) !== other.title) {
    await switcher.click();
    await page.getByRole('menuitem', { name: other.title }).click();
    await expectArrived(page);
  }
  await page.goto(`/departments/${hospital.departmentId}`);
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Open ${hospital.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Nursing' })).toBeVisible();
});

test('the secret of an application is made anew only after a question', async ({ page, hospital }) => {
  await page.goto(`/login?redirect=/applications/${hospital.id}`);
  await fillSignIn(page, SUPERUSER.email, SUPERUSER.password);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Make new credentials' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to update the security credentials?' });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Access credentials' })).toHaveCount(0);
});
