import { expect, type Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import type { Hospital } from './support/hospital.ts';
import { fillSignIn } from './support/people.ts';

const TABLET = { width: 820, height: 1180 };
test.use({ viewport: TABLET, hasTouch: true });

const choose = (page: Page, question: RegExp, reply: string) =>
  page.getByRole('group', { name: question }).getByLabel(reply, { exact: true }).check();

/** Starts a kiosk. Signs in first, because starting a kiosk ends the session. Returns the kiosk's address. */
async function startKiosk(page: Page, { listId, manager }: Hospital, label: string): Promise<string> {
  await page.goto(`/login?redirect=/mailingList/${listId}`);
  await fillSignIn(page, manager.session.data.email);
  await expect(page.getByRole('heading', { level: 1, name: 'patient-forum' })).toBeVisible();
  await page.getByRole('link', { name: 'Take survey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Take survey: patient-forum' })).toBeVisible();
  const form = page.getByRole('region', { name: 'On a tablet' });
  await form.getByLabel('Tablet').fill(label);
  const survey = form.getByRole('combobox', { name: 'Survey' });
  await survey.click();
  const option = page.getByRole('option', { name: 'Your stay with us' });
  await expect(option).toBeVisible();
  await option.click();
  await form.getByLabel('Ward').fill('Ash');
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Start kiosk' }).click();
  const question = page.getByRole('dialog', { name: 'Start the kiosk in this browser?' });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL(/\/kiosk\/\d+$/);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  return new URL(page.url()).pathname;
}

async function answer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('button', { name: 'Send my answers' })).toBeVisible();
  await choose(page, /how was your stay/, 'Very good');
  await choose(page, /kind and respectful/, '5');
  await choose(page, /who to call/, 'Yes');
}

test('a tablet becomes a kiosk, takes an answer, and is at its start again; its starter is signed out', async ({
  page,
  browser,
  baseURL,
  hospital,
}) => {
  const label = `Tablet ${randomInt(1_000_000)}`;
  const start = await startKiosk(page, hospital, label);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('wardvoice.')))).toEqual(
    [],
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Begin' }).focus();
  await answer(page);
  await expectAccessible(page);
  await page.getByLabel(/anything else you would like us to know/).fill('Nobody else is to read this.');
  await page.getByRole('button', { name: 'Send my answers' }).click();
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await expectAccessible(page);
  // The kiosk returns to its start by itself.
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(start);

  for (let step = 0; step < 4; step += 1) {
    await page.goBack();
    await expect(page.getByText('Nobody else is to read this.')).toHaveCount(0);
    await expect(page.locator('main input:checked')).toHaveCount(0);
  }
  await page.goto(`/mailingList/${hospital.listId}`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  // On another device the kiosk is shown and ended, and the tablet stops asking at once.
  const office = await browser.newContext({ baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } });
  const desk = await office.newPage();
  await desk.goto(`/login?redirect=/mailingList/${hospital.listId}`);
  await fillSignIn(desk, hospital.manager.session.data.email);
  const row = desk.getByRole('table', { name: 'Kiosks' }).getByRole('row', { name: new RegExp(label) });
  await expect(row.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await expectAccessible(desk);
  await desk.goto(start);
  await expect(desk.getByRole('heading', { name: 'This tablet is not set up' })).toBeVisible();
  await desk.goto(`/mailingList/${hospital.listId}`);
  await desk.getByRole('button', { name: `End ${label}` }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(desk.getByText(`${label} has ended.`)).toBeVisible();
  await page.goto(start);
  await expect(page.getByRole('heading', { name: 'This tablet has stopped asking' })).toBeVisible();
  await expectAccessible(page);
  await office.close();
});

test('a form that was left is asked about, goes on when touched, and is empty after a minute and a half', async ({
  page,
  hospital,
}) => {
  await page.clock.install();
  const start = await startKiosk(page, hospital, `Left alone ${randomInt(1_000_000)}`);
  await answer(page);
  await page.clock.fastForward(61_000);
  const asked = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(asked).toBeVisible();
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Yes, go on' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('group', { name: /kind and respectful/ }).getByLabel('5', { exact: true })).toBeChecked();
  await page.clock.fastForward(61_000);
  await expect(asked).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(start);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('button', { name: 'Send my answers' })).toBeVisible();
  await expect(page.locator('main input:checked')).toHaveCount(0);
});

test('somebody who reads Arabic chooses it at the start, and the next one finds the first language again', async ({
  page,
  hospital,
}) => {
  await page.clock.install();
  await startKiosk(page, hospital, `Languages ${randomInt(1_000_000)}`);
  await page.getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'ابدأ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'إقامتك معنا' })).toBeVisible();
  await page.getByRole('button', { name: 'Français' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  // The page counts from when its script has run.
  await page.waitForLoadState();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('dialog', { name: 'Êtes-vous toujours là ?' })).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
});
