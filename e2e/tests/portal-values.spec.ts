import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { askNewPatient, type Hospital } from './support/hospital.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Replaces the questions of the survey that discharged patients get. */
async function askInstead({ manager, surveyId }: Hospital, questions: object[]): Promise<void> {
  const present = await manager.get<{ id: number }[]>(`/surveys/${surveyId}/questions?sort=-sort_order`);
  for (const { id } of present) await manager.delete(`/questions/${id}`);
  for (const question of questions) await manager.post(`/surveys/${surveyId}/questions`, { question });
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 30; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not reach it.');
}

test('a number, a day and a consent are given on a phone by keyboard, and what is wrong is said', async ({
  page,
  hospital,
}) => {
  await askInstead(hospital, [
    { title: 'Your weight', type_of: 'number', smallest: 20, largest: 300, unit: 'kg', required: true },
    { title: 'Since when does it hurt?', type_of: 'date', earliest: '2020-01-01', latest: 'today' },
    { title: 'May we ask you again next year?', type_of: 'consent', purpose: 'surveys' },
  ]);
  const link = await askNewPatient(hospital);
  await page.goto(`${link}?lang=en`);
  const weight = page.getByLabel('Your weight');
  const day = page.getByLabel(/Since when does it hurt/);
  await expect(weight).toHaveAccessibleDescription('kg From 20 to 300.');
  await expect(weight).toHaveAttribute('inputmode', 'decimal');
  await expectAccessible(page);

  await tabTo(page, weight);
  await page.keyboard.type('seventy');
  await tabTo(page, page.getByRole('button', { name: 'Send my answers' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(weight).toHaveAccessibleDescription(/Write a number in digits/);
  await expectAccessible(page);

  await page.getByRole('alert').getByRole('link', { name: 'Your weight' }).press('Enter');
  await expect(weight).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('72,5');
  await tabTo(page, day);
  // Some browsers ask for the day first, others for the month.
  await page.keyboard.type('03032024');
  await expect(day).toHaveValue('2024-03-03');
  const agree = page.getByRole('group', { name: /May we ask you again/ }).getByLabel('I agree', { exact: true });
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await tabTo(page, agree);
  await page.keyboard.press('Space');
  await expect(agree).toBeChecked();
  await expect(page.getByText('3 of 3 answered')).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, page.getByRole('button', { name: 'Send my answers' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'We have your answers' })).toBeVisible();

  const [record] = await hospital.manager.get<{ id: number; patient_id: number }[]>('/feedback');
  expect(await hospital.manager.get(`/feedback/records/${record?.id}`)).toMatchObject({
    answers: [
      { answers: ['72.5 kg'] },
      { answers: ['2024-03-03'] },
      { answers: ['I agree'], statement: 'May we ask you again next year?\nI agree', statement_language: 'en' },
    ],
  });
  const ledger = await hospital.manager.get(`/patients/${record?.patient_id}/consent`);
  expect(ledger).toMatchObject({ events: [{ change: 'agreed', purpose: 'surveys', source: 'survey' }] });
});

test('a day that is not complete is not lost without a word', async ({ page, hospital }) => {
  await askInstead(hospital, [{ title: 'Since when does it hurt?', type_of: 'date' }]);
  await page.goto(`${await askNewPatient(hospital)}?lang=fr`);
  const day = page.getByLabel(/Since when does it hurt/);
  await tabTo(page, day);
  await page.keyboard.type('03');
  await page.getByRole('button', { name: 'Envoyer mes réponses' }).press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(day).toHaveAccessibleDescription(/Écrivez un jour qui existe/);
});
