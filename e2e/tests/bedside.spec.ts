import { expect, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inventPatient } from './support/feed.ts';
import { send } from './support/hospital.ts';
import { signedIn } from './support/people.ts';

async function answer(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send my answers' })).toBeVisible();
  for (const [question, reply] of [
    [/how was your stay/, 'Good'],
    [/kind and respectful/, '4'],
    [/who to call/, 'Yes'],
  ] as const)
    await page.getByRole('group', { name: question }).getByLabel(reply, { exact: true }).check();
  await page.getByRole('button', { name: 'Send my answers' }).click();
}

test('a nurse takes the survey of a message at the bedside by its own address, once', async ({ page, hospital }) => {
  const patient = inventPatient();
  await send(hospital, 'A01', patient);
  await signedIn(page, hospital.manager);
  await page.goto(`/messages/index?term=${patient.family}`);
  const link = page.getByRole('link', { name: new RegExp(patient.family) });
  await expect(link).toBeVisible();
  await link.click();
  await page.waitForURL(/\/messages\/\d+$/);
  const address = `${new URL(page.url()).pathname}/feedback`;
  await page.goto(address);
  await page.waitForURL(/\/feedback\/[\w-]{20,}/);
  await expectAccessible(page);
  await answer(page);
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();

  await page.goto(address);
  await expect(page.getByText('This patient has answered the survey about this event.')).toBeVisible();
  await expectAccessible(page);
});

test('somebody of a list is found, asked on this device, and the page is ready for the next', async ({
  page,
  hospital,
}) => {
  const mark = randomInt(1_000_000_000);
  const name = `Listed${mark} Inventwell`;
  await signedIn(page, hospital.manager);
  await page.goto('/contacts/create');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail').fill(`listed${mark}@example.org`);
  await page.getByRole('button', { name: 'Create contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto(`/mailingList/${hospital.listId}`);
  const add = page.getByRole('combobox', { name: 'Add contact' });
  await add.fill(`listed${mark}`);
  const option = page.getByRole('option', { name: new RegExp(name) });
  await expect(option).toBeVisible();
  await option.click();
  await expect(page.getByRole('table', { name: 'Contacts' }).getByRole('link', { name })).toBeVisible();

  await page.goto(`/mailingList/${hospital.listId}/feedback`);
  await expect(page.getByRole('heading', { level: 1, name: 'Take survey: patient-forum' })).toBeVisible();
  const panel = page.getByRole('region', { name: 'With somebody of the list' });
  await panel.getByRole('combobox', { name: 'Survey' }).click();
  const survey = page.getByRole('option', { name: 'Your stay with us' });
  await expect(survey).toBeVisible();
  await survey.click();
  await panel.getByRole('searchbox').fill(`Listed${mark}`);
  const take = panel.getByRole('button', { name: `Take the survey with ${name}` });
  await expect(take).toBeVisible();
  await expect(panel.getByText('Not asked')).toHaveCount(1);
  await expectAccessible(page);
  await take.click();
  await page.waitForURL(/\/feedback\/[\w-]{20,}/);
  await answer(page);
  await expect(page.getByText('Please give the device back now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Staff: next person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Take survey: patient-forum' })).toBeVisible();
  // The survey is remembered. For somebody who has answered, the page says so and asks whether to go on.
  await expect(panel.getByRole('combobox', { name: 'Survey' })).toHaveValue('Your stay with us');
  await panel.getByRole('searchbox').fill(`Listed${mark}`);
  await expect(panel.getByText(/^Answered/)).toBeVisible();
  await take.click();
  const question = page.getByRole('dialog', { name: `Ask ${name} again?` });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(question).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(`/mailingList/${hospital.listId}/feedback`);
});
