import { expect, test, type APIRequestContext } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { expectAccessible } from './support/accessibility.ts';
import { choose, press, tabTo } from './support/keyboard.ts';
import { answerPoorly } from './support/patients.ts';
import { MANAGER, PASSWORD, signedIn } from './support/people.ts';

test('a survey is made from nothing by keyboard, put into order and seen in Arabic', async ({ page }) => {
  test.slow();
  const title = `Meals ${randomInt(1_000_000)}`;
  await signedIn(page, MANAGER);
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
  await press(page, 'button', 'Move up: How did it taste?');
  await expect(page.getByRole('status').filter({ hasText: 'How did it taste? is now 1 of 2.' })).toBeAttached();
  await expect(page.getByRole('list', { name: 'Questions' }).getByRole('listitem').first()).toContainText('taste');

  await press(page, 'link', 'Translate');
  await tabTo(page, 'textbox', /Was it warm/);
  await page.keyboard.type('هل كان دافئًا؟');
  await press(page, 'button', 'Save translations');
  await expect(page.getByText('The translations were saved.')).toBeVisible();
  const preview = page.frameLocator('iframe');
  await expect(preview.locator('html[lang=ar][dir=rtl]')).toBeAttached();
  await expect(preview.getByText('هل كان دافئًا؟')).toBeVisible();
  // The frame runs no scripts, so none of axe's; what it shows is the portal's page, which has tests of its own.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectAccessible(page);
});

test('results of a survey are read without a mouse', async ({ page }) => {
  await signedIn(page, MANAGER);
  await page.goto('/surveys/index');
  await press(page, 'link', 'Your stay with us');
  await press(page, 'link', 'Results');
  await expect(page.getByRole('heading', { level: 1, name: 'Results: Your stay with us' })).toBeVisible();
  await page.getByText('By month').click();
  await expect(page).toHaveURL(/by=month/);
  await expectAccessible(page);
});

/** Sends the survey to people whom nobody else writes to; their links as they stand in the outbox. */
async function sendTo(request: APIRequestContext, surveyId: string, people: number): Promise<string[]> {
  const login = await request.post('/api/login', { data: { username: MANAGER, password: PASSWORD } });
  const { auth_token } = (await login.json()) as { auth_token: string };
  const headers = { authorization: `Bearer ${auth_token}` };
  const post = async (path: string, data?: object) => {
    const answer = await request.post(`/api/v1${path}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok()).toBe(true);
    return ((await answer.json()) as { data: { id: number } }).data.id;
  };
  const mark = `Inventwell${randomInt(1_000_000_000)}`;
  const list = await post('/mailing_list', { mailing_list: { name: mark, type_of: 'static' } });
  for (let at = 0; at < people; at += 1) {
    const contact = await post('/contacts', {
      contact: { name: `Testa ${mark}`, email: `testa${at}.${mark}@example.org` },
    });
    await post(`/mailing_list/${list}/contacts/${contact}`);
  }
  const broadcast = await post(`/surveys/${surveyId}/broadcasts`, { sendable_id: list, channel: 'email' });
  await post(`/surveys/${surveyId}/broadcasts/${broadcast}/execute`);
  let links: string[] = [];
  await expect(async () => {
    const answer = await request.get(`/api/v1/deliveries?broadcast=${broadcast}`, { headers });
    const { data } = (await answer.json()) as { data: { link: string | null }[] };
    links = data.flatMap(({ link }) => (link ? [new URL(link).pathname] : []));
    expect(links).toHaveLength(people);
  }).toPass({ timeout: 20_000, intervals: [250] });
  return links;
}

test('a survey of one’s own is written, answered on a phone, and shows the answer in its results', async ({
  page,
  request,
  browser,
}) => {
  test.slow();
  const title = `Garden ${randomInt(1_000_000)}`;
  await signedIn(page, MANAGER);
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

  // Results are shown from five answers on.
  const [link = '', ...others] = await sendTo(request, surveyId, 5);
  for (const other of others) expect(await answerPoorly(request, other)).toBe(true);
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
