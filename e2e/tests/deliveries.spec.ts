import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { askNewPatient } from './support/links.ts';
import { answerPoorly } from './support/patients.ts';
import { MANAGER, PASSWORD, signedIn } from './support/people.ts';

/** An answer that calls for help is pushed to an address that the server refuses, as it is inside its own network. */
async function failToPush(request: APIRequestContext, baseURL: string): Promise<void> {
  const signIn = await request.post('/api/login', { data: { username: MANAGER, password: PASSWORD } });
  const { auth_token } = (await signIn.json()) as { auth_token: string };
  const headers = { authorization: `Bearer ${auth_token}` };
  const { data } = (await (await request.get('/api/v1/applications', { headers })).json()) as {
    data: { id: number }[];
  };
  const triggers = `/api/v1/applications/${data[0]?.id}/triggers`;
  const config = { filters: {}, delay: 0, endpoint: 'https://127.0.0.1/nowhere' };
  const trigger = { trigger: 'survey_response_escalated', action: 'api_push', active: true, config };
  const made = await request.post(triggers, { headers, data: { trigger } });
  expect(made.status()).toBe(201);
  const { id } = ((await made.json()) as { data: { id: number } }).data;
  const failed = async () => {
    const answer = await request.get('/api/v1/deliveries/funnel?channel=push', { headers });
    return ((await answer.json()) as { data: { failed: number } }).data.failed;
  };
  const before = await failed();
  while (!(await answerPoorly(request, new URL(await askNewPatient(request), baseURL).href)));
  await expect.poll(failed).toBeGreaterThan(before);
  await request.delete(`${triggers}/${id}`, { headers });
}

const chosen = (page: Page) => page.getByRole('group', { name: 'Failed deliveries' }).getByRole('status');

test('failed deliveries are tried again by keyboard, after a question that names the number', async ({
  page,
  request,
  baseURL,
}) => {
  test.slow();
  await failToPush(request, baseURL ?? '');
  await signedIn(page, MANAGER);
  await page.goto('/deliveries/index?channel=push&state=failed');
  const choose = page.getByRole('checkbox', { name: /^Choose/ }).first();
  await choose.focus();
  await page.keyboard.press('Space');
  await expect(chosen(page)).toHaveText('1 chosen');
  await expectAccessible(page);

  const question = page.getByRole('dialog', { name: 'Try failed deliveries again?' });
  const no = question.getByRole('button', { name: 'No' });
  const ask = async () => {
    await page.getByRole('button', { name: 'Try 1 again' }).focus();
    await page.keyboard.press('Enter');
    await expect(question).toContainText('1 delivery is tried again.');
    await expect(no).toBeFocused();
  };
  await ask();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(chosen(page)).toHaveText('1 chosen');

  await ask();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Yes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 delivery was tried again' })).toContainText(
    '0 sent, 0 held back, 1 failed again',
  );
  await expectAccessible(page);
});

test('the figures add up, and each part shows its deliveries', async ({ page, request }) => {
  await askNewPatient(request);
  await signedIn(page, MANAGER);
  await page.goto('/deliveries/index');
  const funnel = page.getByRole('region', { name: 'What became of them' });
  const parts = funnel.getByRole('list', { name: 'Eligible = sent + waiting + failed + not sent' });
  await expect(parts).toBeVisible();
  const numbers = (await parts.getByRole('listitem').allInnerTexts()).map((text) =>
    Number(/\n([\d,]+)( |$)/.exec(text)?.[1]?.replaceAll(',', '')),
  );
  const [eligible, ...others] = numbers;
  expect(others.reduce((sum, one) => sum + one, 0)).toBe(eligible);

  await parts.getByRole('link', { name: 'Sent', exact: true }).click();
  await expect(page).toHaveURL(/step=sent/);
  await expect(parts.getByRole('link', { name: 'Sent', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1)).toBeVisible();
  await parts.getByRole('link', { name: 'Sent', exact: true }).click();
  await expect(page).not.toHaveURL(/step=/);
  await expectAccessible(page);
});
