import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { addNurse, dischargeAndAnswer, findSurveyLink } from './support/hospital.ts';
import { answerWell } from './support/patients.ts';
import { fillSignIn, signedIn } from './support/people.ts';

test('a poor answer becomes a case that is claimed, worked on and closed with a note', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  const patient = await dischargeAndAnswer(hospital);

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

test('closing a case asks the patient again, and both scores stand side by side', async ({
  page,
  request,
  hospital,
}) => {
  await signedIn(page, hospital.manager);
  const patient = await dischargeAndAnswer(hospital);
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

  await answerWell(request, await findSurveyLink(hospital, patient.family, 'de_escalation'));
  await expect(scores.getByRole('region', { name: 'After' })).toContainText('of 100');
  await expect(page.getByRole('table', { name: 'Answers afterwards' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('De-escalation survey requested');
  await expectAccessible(page);
});

test('who claims a case too late is told so, and sees who was faster', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  const patient = await dischargeAndAnswer(hospital);
  await page.goto('/cases/index?open=1');
  await page
    .getByRole('row', { name: new RegExp(patient.family) })
    .getByRole('link', { name: 'Poor' })
    .click();
  await expect(page.getByRole('button', { name: 'Claim' })).toBeVisible();

  // The nurse claims the case after the manager has clicked and before that request arrives.
  const nurse = await addNurse(hospital);
  await page.route(/\/api\/v1\/cases\/\d+$/, async (route) => {
    if (route.request().method() === 'PUT') {
      await nurse.put(new URL(route.request().url()).pathname.replace('/api/v1', ''), { case: { action: 'claim' } });
    }
    await route.continue();
  });
  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody was faster' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Claimed');
  await expect(page.getByText('Robin Wardly').first()).toBeVisible();
});

test('the link of a notice leads somebody with a phone to the case after they have signed in, where a thumb can claim it', async ({
  page,
  hospital,
}) => {
  await dischargeAndAnswer(hospital);
  const nurse = await addNurse(hospital);
  const [opened] = await hospital.manager.get<{ id: number }[]>('/cases?open=1');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/cases/${opened?.id}`);
  await fillSignIn(page, nurse.session.data.email);
  await expect(page).toHaveURL(new RegExp(`/cases/${opened?.id}$`));
  const claim = page.getByRole('button', { name: 'Claim' });
  await expect(claim).toBeInViewport({ ratio: 1 });
  const box = await claim.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.y).toBeGreaterThan(700);
  await claim.click();
  await expect(page.getByRole('button', { name: 'Note contact' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Close case' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});
