import { expect, test, type APIRequestContext } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { expectAccessible } from './support/accessibility.ts';
import { MANAGER, PASSWORD, signedIn } from './support/people.ts';

/** A list of two people whom nobody else writes to, and the survey that they are to be asked. */
async function makeList(request: APIRequestContext) {
  const login = await request.post('/api/login', { data: { username: MANAGER, password: PASSWORD } });
  const { auth_token, application_user } = (await login.json()) as {
    auth_token: string;
    application_user: { application: { id: number } };
  };
  const headers = { authorization: `Bearer ${auth_token}` };
  const post = async (path: string, data?: object) => {
    const answer = await request.post(`/api/v1${path}`, { headers, ...(data ? { data } : {}) });
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as { data: { id: number } };
  };
  const name = `Former patients ${randomInt(1_000_000)}`;
  const list = await post('/mailing_list', { mailing_list: { name, type_of: 'static' } });
  const emails = ['una', 'orla'].map((person) => `${person}${randomInt(1_000_000_000)}@example.org`);
  for (const email of emails) {
    const contact = await post('/contacts', { contact: { name: 'Testa Listwell', email } });
    await post(`/mailing_list/${list.data.id}/contacts/${contact.data.id}`);
  }
  const { id } = application_user.application;
  const surveys = await request.get(`/api/v1/applications/${id}/surveys.json?paginate=0`, { headers });
  const { data } = (await surveys.json()) as { data: { id: number }[] };
  return { name, email: emails[0] ?? '', surveyId: data[0]?.id ?? 0, headers };
}

test('a survey goes to a list of two, one answers on a phone, and the results show 1 of 2', async ({
  page,
  request,
}) => {
  test.slow();
  const { name, email, surveyId, headers } = await makeList(request);
  await signedIn(page, MANAGER);
  await page.goto(`/surveys/${surveyId}/broadcast`);
  await page.getByRole('button', { name: 'Create broadcast' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a mailing list.' })).toBeFocused();
  await page.getByRole('switch', { name: 'Send on a schedule' }).check();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Send on a schedule' }).uncheck();
  await page.getByRole('combobox', { name: 'Mailing list' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('Dear {{given_name}}, how was it?');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Dear Orla, how was it?');
  await page.getByRole('button', { name: 'Create broadcast' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Broadcast to ${name}` })).toBeVisible();

  await page.getByRole('button', { name: 'Send now' }).click();
  const question = page.getByRole('dialog', { name: 'Send this survey to 2 people now?' });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('row', { name: /^Answered 0 of 2/ })).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  const sent = await request.get(`/api/v1/deliveries?term=${email}`, { headers });
  const { data } = (await sent.json()) as { data: { link: string }[] };
  const phone = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 390, height: 844 } });
  if (!phone) throw new Error('there is no browser');
  await phone.goto(new URL(data[0]?.link ?? '').pathname);
  for (const group of await phone.getByRole('radiogroup').or(phone.getByRole('group')).all()) {
    const choice = group.getByRole('radio').first();
    if (await choice.isVisible()) await choice.check({ force: true });
  }
  await phone.getByRole('button', { name: 'Send my answers' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('We have your answers');
  await phone.close();

  await expect(page.getByRole('row', { name: /^Answered 1 of 2/ })).toBeVisible();

  // Its survey lists those on a schedule first; this one is sent by hand.
  await page.goto(`/surveys/${surveyId}/broadcast`);
  const panel = page.getByRole('region', { name: 'Broadcasts', exact: true });
  await expect(panel.getByRole('radio', { name: 'On a schedule' })).toBeChecked();
  await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(panel.getByRole('link', { name })).toHaveCount(0);
  await panel.getByText('Sent by hand', { exact: true }).click();
  await expect(panel.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
});
