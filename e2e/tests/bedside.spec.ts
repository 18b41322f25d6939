import { expect, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inventPatient } from './support/feed.ts';
import { send, type Hospital } from './support/hospital.ts';
import { fillSignIn, PASSWORD } from './support/people.ts';

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

/** Unlocks the session as its person does. */
async function unlock(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
}

/** Opens the record of a message of a new patient, signed in anew: handing the device over locks the session. */
async function openMessage(page: Page, hospital: Hospital): Promise<{ family: string; address: string }> {
  const patient = inventPatient();
  await send(hospital, 'A01', patient);
  await page.goto(`/login?redirect=${encodeURIComponent(`/messages/index?term=${patient.family}`)}`);
  await fillSignIn(page, hospital.manager.session.data.email);
  const link = page.getByRole('link', { name: new RegExp(patient.family) });
  await expect(link).toBeVisible();
  await link.click();
  await page.waitForURL(/\/messages\/\d+$/);
  return { family: patient.family, address: new URL(page.url()).pathname };
}

test('a nurse confirms who the patient is, hands the device over, and has it back with the password', async ({
  page,
  context,
  hospital,
}) => {
  const { family, address } = await openMessage(page, hospital);
  await page.getByRole('main').getByRole('link', { name: 'Feedback' }).click();
  const who = page.getByRole('region', { name: 'Is this the person?' });
  await expect(who.getByText(family)).toBeVisible();
  await expectAccessible(page);
  await who.getByRole('button', { name: 'Yes, this is the person' }).click();
  await expect(page.getByRole('button', { name: 'Show a QR code' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hand over this device' }).click();
  await page.waitForURL(/\/feedback\/[\w-]{20,}/);
  const survey = page.url();
  await expectAccessible(page);

  // Nothing of the staff is shown by going back, by an address, or in a new tab.
  await page.goBack();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByText(family)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await expect(page.getByText(family)).toHaveCount(0);
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(tab.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(tab.getByText(family)).toHaveCount(0);
  await tab.close();

  await page.goto(survey);
  await answer(page);
  await expect(page.getByText('Please give the device back now.')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'You have answered already' })).toBeVisible();
  await page.getByRole('link', { name: 'Staff: take the device back' }).click();
  await unlock(page);
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(family) })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(address);

  await page.goto(`${address}/feedback`);
  await expect(page.getByText('Answered already')).toBeVisible();
  await expectAccessible(page);
});

test('a patient answers on a phone of their own, and the nurse sees when, without the answers', async ({
  page,
  browser,
  baseURL,
  hospital,
}) => {
  const { address } = await openMessage(page, hospital);
  await page.goto(`${address}/feedback`);
  await page.getByRole('button', { name: 'Yes, this is the person' }).click();
  const started = page.waitForResponse((response) => response.url().endsWith('/feedback/start'));
  await page.getByRole('button', { name: 'Show a QR code' }).click();
  await expect(page.getByRole('img', { name: /QR code with the link/ })).toBeVisible();
  await expect(page.getByRole('status').getByText('Not begun yet')).toBeVisible();
  await expectAccessible(page);
  const { data } = (await (await started).json()) as { data: { link: string } };
  const phone = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 390, height: 844 } });
  const theirs = await phone.newPage();
  await theirs.goto(data.link);
  await theirs
    .getByRole('group', { name: /how was your stay/ })
    .getByLabel('Good', { exact: true })
    .check();
  await expect(page.getByText(/^Begun/)).toBeVisible();
  await answer(theirs);
  await expect(theirs.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await expect(theirs.getByText('Please give the device back now.')).toHaveCount(0);
  await expect(page.getByText(/^Answered/)).toBeVisible();
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0);
  await phone.close();
});

test('somebody of a list is found, asked on this device, and the page is ready for the next', async ({
  page,
  hospital,
}) => {
  const mark = randomInt(1_000_000_000);
  const name = `Listed${mark} Inventwell`;
  await page.goto('/login?redirect=/contacts/create');
  await fillSignIn(page, hospital.manager.session.data.email);
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
  const who = page.getByRole('region', { name: 'Is this the person?' });
  await expect(who.getByText(`listed${mark}@example.org`)).toBeVisible();
  await expectAccessible(page);
  await who.getByRole('button', { name: 'Yes, this is the person' }).click();
  await page.getByRole('button', { name: 'Hand over this device' }).click();
  await page.waitForURL(/\/feedback\/[\w-]{20,}/);
  await answer(page);
  await expect(page.getByText('Please give the device back now.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Staff: next person' }).click();
  await unlock(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Take survey: patient-forum' })).toBeVisible();
  // The survey is remembered. For somebody who has answered, the page says so and asks whether to go on.
  await expect(panel.getByRole('combobox', { name: 'Survey' })).toHaveValue('Your stay with us');
  await panel.getByRole('searchbox').fill(`Listed${mark}`);
  await expect(panel.getByText(/^Answered/)).toBeVisible();
  await take.click();
  await expect(who.getByRole('alert')).toContainText('asked lately');
  await expectAccessible(page);
  await who.getByRole('button', { name: 'This is not the person' }).click();
  await expect(panel.getByRole('searchbox')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/mailingList/${hospital.listId}/feedback`);
});
