import { expect, test as base, type APIRequestContext, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../start-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import { searchAndChoose } from './support/keyboard.ts';
import { answerPoorly } from './support/patients.ts';
import { fillSignIn } from './support/people.ts';

const ADMIN = { ADMIN_EMAIL: 'matron@harbour.example', ADMIN_PASSWORD: 'the first evening' };
/** Results are shown only when there are at least five answers. */
const OTHERS = ['aoife', 'brian', 'ciara', 'declan'];
const PEOPLE = [
  'Name,E-mail,Phone',
  'Orla Inventwell,orla@example.org,086 123 4567',
  'Ben Inventwell,ben@,',
  ...OTHERS.map((name) => `${name} Inventwell,${name}@example.org,`),
].join('\n');

/** Starts a server that nobody has used yet, with an empty database of its own. */
const test = base.extend<{ empty: RunningServer }>({
  empty: [
    // Playwright requires the first parameter of a fixture to be destructured, even when it needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await startServer({ name: 'e2e-first-day', settings: ADMIN });
      await use(server);
      await server.stop();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ empty }, use) => use(empty.url),
});

/** Waits for the page with this heading. */
const arrive = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Follows a link of the getting-started list, which leads to the screen with this heading. */
async function follow(page: Page, action: string, heading: string | RegExp): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click();
  const steps = page.getByRole('region', { name: 'Until the first answer' });
  await steps.getByRole('link', { name: action }).click();
  await arrive(page, heading);
}

test('on the first day, from an empty server to an answer in the results, by following what the screens say', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await fillSignIn(page, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
  await arrive(page, 'Dashboard');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Create application' }).click();
  await arrive(page, 'New application');
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour Hospital');
  await searchAndChoose(page, 'Country', 'Ireland');
  await searchAndChoose(page, 'Time zone', 'Europe/Dublin');
  // Without this, the survey would wait until morning when the test runs at night.
  await page.getByText('Further settings').click();
  await page.getByLabel('Quiet hours from').fill('00:00');
  await page.getByLabel('Quiet hours to').fill('00:00');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create application' }).click();
  await page.getByRole('button', { name: 'I have kept the secret' }).click();
  await expect(page.getByRole('region', { name: 'Until the first answer' })).toBeVisible();
  await expectAccessible(page);

  await follow(page, 'Create survey', 'Create survey');
  await page.getByRole('combobox', { name: 'Start from' }).click();
  await page.getByRole('option', { name: /Discharge survey/ }).click();
  await page.getByRole('button', { name: 'Create survey' }).click();
  await arrive(page, 'Your stay with us');

  await follow(page, 'Create mailing list', 'Create mailing list');
  await page.getByRole('textbox', { name: 'Name' }).fill('Choir');
  await page.getByRole('button', { name: 'Create mailing list' }).click();
  await arrive(page, 'Choir');
  const chosen = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import file' }).click();
  await (await chosen).setFiles({ name: 'choir.csv', mimeType: 'text/csv', buffer: Buffer.from(PEOPLE) });
  const mapping = page.getByRole('dialog', { name: 'Import choir.csv' });
  await expect(mapping.getByText('E-mail is not valid')).toBeVisible();
  await mapping.getByRole('button', { name: 'Start import' }).click();
  await expect(mapping).toHaveCount(0);
  await expect(
    page.getByRole('table', { name: 'Contacts' }).getByRole('cell', { name: /^Orla Inventwell/ }),
  ).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send a survey' }).click();
  await page.getByRole('menuitem', { name: 'Your stay with us' }).click();
  await arrive(page, 'Broadcasts of Your stay with us');
  await expect(page.getByRole('combobox', { name: 'Mailing list' })).toHaveValue('Choir (5 people)');
  await page.getByRole('button', { name: 'Create broadcast' }).click();
  await arrive(page, 'Broadcast to Choir');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page
    .getByRole('dialog', { name: 'Send this survey to 5 people now?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect(page.getByRole('row', { name: /^Answered 0 of 5/ })).toBeVisible();

  await page.getByRole('link', { name: 'Show deliveries' }).click();
  await arrive(page, 'Deliveries');
  await page.getByRole('cell', { name: /^Orla Inventwell/ }).click();
  const phone = page.waitForEvent('popup');
  await page.getByRole('dialog').getByRole('link', { name: 'Open as the patient would' }).click();
  await answer(await phone);
  await answerForOthers(request);

  await page.goto('/dashboard');
  await arrive(page, 'Dashboard');
  await expect(page.getByRole('region', { name: 'Survey funnel, last 30 days' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Until the first answer' })).toHaveCount(0);
  await page.getByRole('navigation').getByRole('link', { name: 'Surveys' }).click();
  await page.getByRole('link', { name: 'Your stay with us' }).click();
  await page.getByRole('link', { name: 'Results' }).click();
  await arrive(page, 'Results: Your stay with us');
  await expect(
    page.getByRole('table', { name: /how was your stay/ }).getByRole('row', { name: /^Very good/ }),
  ).toContainText('20%');
  await expectAccessible(page);
});

/** Answers the survey on a screen of 390 pixels. */
async function answer(phone: Page): Promise<void> {
  await phone.setViewportSize({ width: 390, height: 844 });
  await arrive(phone, 'Your stay with us');
  const choose = (question: RegExp, option: string) =>
    phone.getByRole('group', { name: question }).getByLabel(option, { exact: true }).check();
  await choose(/how was your stay/, 'Very good');
  await choose(/kind and respectful/, '5');
  await choose(/who to call/, 'Yes');
  await phone.getByRole('button', { name: 'Send my answers' }).click();
  await expect(phone.getByRole('heading', { name: 'We have your answers' })).toBeVisible();
  await phone.close();
}

async function answerForOthers(request: APIRequestContext): Promise<void> {
  const login = await request.post('/api/login', {
    data: { username: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD },
  });
  const { auth_token, applications } = (await login.json()) as { auth_token: string; applications: { id: number }[] };
  const headers = { authorization: `Bearer ${auth_token}` };
  const chosen = await request.put('/api/v1/session/application', {
    headers,
    data: { application_id: applications[0]?.id },
  });
  expect(chosen.ok()).toBe(true);
  for (const name of OTHERS) {
    const found = await request.get(`/api/v1/deliveries?term=${name}@example.org`, { headers });
    const { data } = (await found.json()) as { data: { link: string }[] };
    await answerPoorly(request, new URL(data[0]?.link ?? '').pathname);
  }
}
