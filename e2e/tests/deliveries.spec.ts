import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { inventPatient } from './support/feed.ts';
import { askNewPatient, dischargeAndAnswer, send, type Hospital } from './support/hospital.ts';
import { signedIn } from './support/people.ts';

/** A receiver of pushes that wants none. */
async function refusePushes(): Promise<{ endpoint: string; close: () => void }> {
  const receiver = createServer((_request, response) => response.writeHead(410).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { endpoint: `http://127.0.0.1:${port}/`, close: () => void receiver.close() };
}

/** Makes a push that fails, because its receiver refuses it. */
async function failToPush(hospital: Hospital, endpoint: string): Promise<void> {
  const { id, manager } = hospital;
  const config = { filters: {}, delay: 0, endpoint };
  await manager.post(`/applications/${id}/triggers`, {
    trigger: { trigger: 'survey_response_escalated', action: 'api_push', active: true, config },
  });
  await dischargeAndAnswer(hospital);
  const failed = async () => (await manager.get<{ failed: number }>('/deliveries/funnel?channel=push')).failed;
  await expect.poll(failed).toBe(1);
}

const chosen = (page: Page) => page.getByRole('group', { name: 'Failed deliveries' }).getByRole('status');

test('failed deliveries are tried again by keyboard, after a question that names the number', async ({
  page,
  hospital,
}) => {
  const { endpoint, close } = await refusePushes();
  await failToPush(hospital, endpoint);
  await signedIn(page, hospital.manager);
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
  close();
});

test('the figures add up, and each part shows its deliveries', async ({ page, hospital }) => {
  await askNewPatient(hospital);
  await signedIn(page, hospital.manager);
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

test('somebody of the hospital stops what goes to patients, and resumes it', async ({ page, hospital }) => {
  const patient = inventPatient();
  const states = async () =>
    (await hospital.manager.get<{ state: string }[]>(`/deliveries?term=${patient.family}`)).map(({ state }) => state);
  await signedIn(page, hospital.manager);
  await page.goto('/deliveries/index');
  await page.getByRole('button', { name: 'Stop sending' }).click();
  const question = page.getByRole('dialog', { name: 'Stop what goes to patients?' });
  await question.getByRole('textbox', { name: 'Why' }).fill('The reminder has the wrong date.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stop sending' }).click();
  const stopped = page.getByRole('alert').filter({ hasText: 'Nothing goes to patients at present' });
  await expect(stopped).toContainText('The reminder has the wrong date.');
  await expect(stopped).toContainText('Morgan Listener stopped it');
  await expectAccessible(page);

  await send(hospital, 'A03', patient);
  await expect(stopped).toContainText('Due now: 1.');
  expect(await states()).toEqual(['scheduled']);
  await page.goto('/dashboard');
  const strip = page.getByRole('status').filter({ hasText: 'Nothing goes to patients at present' });
  await strip.getByRole('link', { name: 'Open Deliveries' }).click();

  await stopped.getByRole('button', { name: 'Resume sending' }).click();
  await page.getByRole('dialog', { name: 'Resume sending?' }).getByRole('button', { name: 'Yes' }).click();
  await expect(stopped).toBeHidden();
  await expect.poll(states).toEqual(['sent']);
});
