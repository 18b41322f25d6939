import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { adt, inventPatient, sendOverMllp, type Patient } from './support/hospital.ts';
import { answerPoorly, answerWell } from './support/patients.ts';
import { MANAGER, NURSE, PASSWORD, signedIn } from './support/people.ts';

/** The sample hospital has patients of its own who answer links; with this many tries one is left to us. */
const TRIES = 5;

/** The link in the outbox; null when the sample hospital's patients were faster. */
async function findLink(page: Page, patient: Patient, purpose: string): Promise<string | null> {
  await page.goto(`/deliveries/index?term=${patient.family}&purpose=${purpose}`);
  await page
    .getByRole('button', { name: `${patient.family}, ${patient.given}` })
    .first()
    .click();
  const delivery = page.getByRole('dialog');
  const open = delivery.getByRole('link', { name: 'Open as the patient would' });
  await expect(open.or(delivery.getByText('Answered', { exact: true }))).toBeVisible();
  return open.getAttribute('href', { timeout: 1_000 }).catch(() => null);
}

/** A discharge, its survey in the outbox, and a poor answer. */
async function dischargeAndAnswer(page: Page, request: APIRequestContext): Promise<Patient> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const patient = inventPatient();
    await sendOverMllp(adt('A03', patient));
    const link = await findLink(page, patient, 'survey');
    if (link && (await answerPoorly(request, link))) return patient;
  }
  throw new Error('Every link was answered by somebody else.');
}

test('a poor answer becomes a case that is claimed, worked on and closed with a note', async ({ page, request }) => {
  test.slow();
  await signedIn(page, MANAGER);
  const patient = await dischargeAndAnswer(page, request);

  await page.goto('/cases/index?open=1');
  await page
    .getByRole('row', { name: new RegExp(patient.family) })
    .getByRole('link', { name: 'Poor' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${patient.family}, ${patient.given}`);
  await expect(page.getByRole('region', { name: 'Reach the patient' })).toContainText(patient.email);

  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Claimed');
  await page.getByRole('button', { name: 'Close case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this case' });
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await expect(dialog.getByText('Write how the case was closed.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Failed' })).toBeVisible();

  await dialog.getByLabel('How was it closed?').fill('Rang her, apologised, and told the ward.');
  await dialog.getByRole('button', { name: 'Close case' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
  const steps = page.getByRole('list', { name: 'Steps' });
  await expect(steps.getByRole('listitem').last()).toContainText('Rang her, apologised, and told the ward.');
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('closing a case asks the patient again, and both scores stand side by side', async ({ page, request }) => {
  test.slow();
  await signedIn(page, MANAGER);
  const patient = await dischargeAndAnswer(page, request);
  await page.goto('/cases/index?open=1');
  await page
    .getByRole('row', { name: new RegExp(patient.family) })
    .getByRole('link', { name: 'Poor' })
    .click();
  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Claimed');

  await page.getByRole('button', { name: 'Close case' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close this case' });
  const again = dialog.getByRole('checkbox', { name: 'Send the de-escalation survey' });
  await expect(again).toHaveAccessibleDescription(/“Did we put it right\?” goes to e•••@e•••\.org by E-mail/);
  await expectAccessible(page);
  await again.check();
  await dialog.getByLabel('How was it closed?').fill('Rang her, and put it right.');
  await dialog.getByRole('button', { name: 'Close case' }).click();
  const scores = page.getByRole('region', { name: 'Before and after' });
  await expect(scores.getByRole('region', { name: 'Before' })).toContainText('of 100');
  const address = page.url();

  // It is in the outbox in a moment. Where one of the sample hospital's patients answers it, that is an answer too.
  await expect(async () => {
    const link = await findLink(page, patient, 'de_escalation');
    if (link) await answerWell(request, link);
    await page.goto(address);
    await expect(scores.getByRole('region', { name: 'After' })).toContainText('of 100', { timeout: 5_000 });
  }).toPass();
  await expect(page.getByRole('table', { name: 'Answers afterwards' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('De-escalation survey requested');
  await expectAccessible(page);
});

test('who claims a case too late is told so, and sees who was faster', async ({ page, request }) => {
  test.slow();
  await signedIn(page, MANAGER);
  const patient = await dischargeAndAnswer(page, request);
  await page.goto('/cases/index?open=1');
  await page
    .getByRole('row', { name: new RegExp(patient.family) })
    .getByRole('link', { name: 'Poor' })
    .click();
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible();

  // The nurse claims it between the manager's click and its arrival.
  const nurse = await request.post('/api/login', { data: { username: NURSE, password: PASSWORD } });
  const { auth_token } = (await nurse.json()) as { auth_token: string };
  await page.route(/\/api\/v1\/cases\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') {
      const headers = { authorization: `Bearer ${auth_token}` };
      const claimed = await request.put(route.request().url(), { headers, data: { case: { action: 'claim' } } });
      expect(claimed.status()).toBe(200);
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody was faster' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Claimed');
  await expect(page.getByText('Robin Wardly').first()).toBeVisible();
});
