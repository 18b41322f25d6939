import { expect } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { noticeOf } from './support/notices.ts';
import { test } from './support/test.ts';
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts';
import { choose, press, tabTo } from './support/keyboard.ts';
import { findSurveyLink, type Hospital } from './support/hospital.ts';
import { answerPoorly } from './support/patients.ts';
import { signedIn } from './support/people.ts';

test('a survey is made from nothing by keyboard, put into order and seen in Arabic', async ({ page, hospital }) => {
  const title = `Meals ${randomInt(1_000_000)}`;
  await signedIn(page, hospital.manager);
  await page.goto('/surveys/index');
  await expectAccessible(page);
  await press(page, 'link', 'Create survey');
  await press(page, 'button', 'Create survey');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a title.' })).toBeFocused();
  await tabTo(page, 'textbox', /^Title/);
  await page.keyboard.type(title);
  await choose(page, /^Further languages/, 'Arabic');
  await page.keyboard.press('Escape');
  await press(page, 'button', 'Create survey');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  for (const [question, type] of [
    ['Was it warm?', 'Yes or no'],
    ['How did it taste?', 'Rating, 1 to 5'],
  ] as const) {
    await press(page, 'link', 'Add question');
    await tabTo(page, 'textbox', /^Question/);
    await page.keyboard.type(question);
    await choose(page, /^Type/, type);
    await choose(page, /^Category/, 'Overall');
    await press(page, 'button', 'Add question');
    await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: title }).click();
  }
  const items = page.getByRole('list', { name: 'Questions' }).getByRole('listitem');
  await press(page, 'button', 'Add section');
  await expect(page.getByRole('dialog').getByLabel(/^Title/)).toBeFocused();
  await page.keyboard.type('Your meals');
  await page.keyboard.press('Enter');
  await expect(items.last()).toContainText('Your meals');
  await press(page, 'button', 'Move up: How did it taste?');
  await expect(page.getByRole('status').filter({ hasText: 'How did it taste? is now 1 of 3.' })).toBeAttached();
  await expect(items.first()).toContainText('taste');
  await press(page, 'button', 'Move up: Your meals');
  await expect(items.nth(1)).toContainText('Your meals');
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Your meals' })).toBeVisible();

  await press(page, 'link', 'Translate');
  await tabTo(page, 'textbox', /Was it warm/);
  await page.keyboard.type('هل كان دافئًا؟');
  const saved = noticeOf(page, /The translations were saved/);
  await press(page, 'button', 'Save translations');
  await saved;
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('html[lang=ar][dir=rtl]')).toBeAttached();
  await expect(preview.getByText('هل كان دافئًا؟')).toBeVisible();
  // The preview runs no scripts, so axe cannot run in it. It shows the portal's page, which has tests of its own.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectAccessible(page);
});

test('results of a survey are read without a mouse', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/surveys/index');
  await press(page, 'link', 'Your stay with us');
  await press(page, 'link', 'Results');
  await expect(page.getByRole('heading', { level: 1, name: 'Results: Your stay with us' })).toBeVisible();
  await page.getByText('By month').click();
  await expect(page).toHaveURL(/by=month/);
  await expectAccessible(page);
});

/** Sends the survey to people who are on no other list. Returns the paths of their links. */
async function sendTo(hospital: Hospital, surveyId: string, people: number): Promise<string[]> {
  const { manager } = hospital;
  const list = await manager.post('/mailing_list', { mailing_list: { name: 'Gardeners', type_of: 'static' } });
  const emails = Array.from({ length: people }, (_, at) => `testa${at}@example.org`);
  for (const email of emails) {
    const contact = await manager.post('/contacts', { contact: { name: 'Testa Inventwell', email } });
    await manager.post(`/mailing_list/${list.id}/contacts/${contact.id}`);
  }
  const broadcasts = `/surveys/${surveyId}/broadcasts`;
  const broadcast = await manager.post(broadcasts, { sendable_id: list.id, channel: 'email' });
  await manager.post(`${broadcasts}/${broadcast.id}/execute`);
  return Promise.all(emails.map((email) => findSurveyLink(hospital, email)));
}

test('a survey of one’s own is written, answered on a phone, and shows the answer in its results', async ({
  page,
  request,
  browser,
  hospital,
}) => {
  const title = `Garden ${randomInt(1_000_000)}`;
  await signedIn(page, hospital.manager);
  await page.goto('/surveys/create');
  await page.getByRole('textbox', { name: /^Title/ }).fill(title);
  await page.getByRole('button', { name: 'Create survey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const surveyId = /surveys\/(\d+)/.exec(page.url())?.[1] ?? '';

  await page.getByRole('link', { name: 'Add question' }).click();
  await page.getByRole('textbox', { name: /^Question/ }).fill('Did you sit in the garden?');
  await page.getByRole('combobox', { name: /^Type/ }).click();
  await page.getByRole('option', { name: 'Yes or no' }).click();
  await page.getByRole('combobox', { name: /^Category/ }).click();
  await page.getByRole('option', { name: 'Overall' }).click();
  await page.getByRole('button', { name: 'Add question' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Did you sit in the garden?' })).toBeVisible();

  // Results are shown only when there are at least five answers.
  const [link = '', ...others] = await sendTo(hospital, surveyId, 5);
  for (const other of others) await answerPoorly(request, other);
  const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await phone.goto(link);
  await expect(phone.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await phone
    .getByRole('group', { name: /sit in the garden/ })
    .getByLabel('Yes', { exact: true })
    .check();
  await phone.getByRole('button', { name: 'Send my answers' }).click();
  await expect(phone.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await phone.close();

  await page.goto(`/surveys/${surveyId}/results`);
  await expect(page.getByRole('heading', { level: 1, name: `Results: ${title}` })).toBeVisible();
  const answers = page.getByRole('table', { name: 'Did you sit in the garden?' });
  await expect(answers.getByRole('row', { name: /^Yes/ })).toContainText('100%');
  await expectAccessible(page);
});

test('a score of points is added to a survey by keyboard, and holds for what was answered before', async ({
  page,
  request,
  hospital,
}) => {
  for (const link of await sendTo(hospital, String(hospital.surveyId), 5)) await answerPoorly(request, link);
  await signedIn(page, hospital.manager);
  await page.goto(`/surveys/${hospital.surveyId}`);
  await page.getByRole('link', { name: 'Add score' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Add score' })).toBeVisible();
  await page.getByRole('textbox', { name: /^Title/ }).fill('Comfort');
  await page.getByRole('checkbox').first().press('Space');
  await expect(page.getByRole('group', { name: /^Points of/ })).toBeVisible();
  await page.getByRole('button', { name: 'Add band' }).press('Enter');
  await page.getByRole('group', { name: 'Band 1' }).getByRole('textbox', { name: /^From/ }).fill('0');
  await page
    .getByRole('group', { name: 'Band 1' })
    .getByRole('textbox', { name: /^Title/ })
    .fill('Low');
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('button', { name: 'Add score' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Comfort' })).toBeVisible();

  await page.goto(`/surveys/${hospital.surveyId}/results`);
  await expect(page.getByRole('heading', { level: 3, name: 'Comfort' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Comfort: By band' }).getByRole('row', { name: /^Low/ })).toContainText(
    '100%',
  );
  await expectAccessibleInBoth(page);
});

test('a survey that is switched off in its form names the rule that asks with it, and stops it too', async ({
  page,
  hospital,
}) => {
  const title = `Bedding ${randomInt(1_000_000_000)}`;
  const { manager } = hospital;
  const template = 'friends_and_family_test';
  const { id: survey } = await manager.post('/surveys', { survey: { template, title } });
  const triggers = `/applications/${hospital.id}/triggers`;
  const { id: trigger } = await manager.post(triggers, {
    trigger: {
      trigger: 'hl7_message_processed',
      action: 'send_survey_request',
      active: true,
      config: { filters: { event: ['A03'], location: ['NOWHERE'] }, delay: 60, survey_id: survey, channel: 'sms' },
    },
  });
  await signedIn(page, hospital.manager);
  await page.goto(`/surveys/${survey}/edit`);
  await page.getByRole('switch', { name: 'Active' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: `Trigger #${trigger}` })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Stop these too' })).toBeChecked();
  await expectAccessible(page);
  await press(page, 'button', 'Save changes');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Not active')).toBeVisible();
  const after = await manager.get<{ id: number; active: boolean }[]>(triggers);
  const stopped = after.find(({ id }) => id === trigger);
  expect(stopped?.active).toBe(false);
});
