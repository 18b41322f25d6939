import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { findSurveyLink, type Hospital } from './support/hospital.ts';
import { signedIn } from './support/people.ts';

/** Makes a mailing list of two people. */
async function makeList({ manager }: Hospital) {
  const name = 'Former patients';
  const list = await manager.post('/mailing_list', { mailing_list: { name, type_of: 'static' } });
  for (const person of ['una', 'orla']) {
    const contact = await manager.post('/contacts', {
      contact: { name: 'Testa Listwell', email: `${person}@example.org` },
    });
    await manager.post(`/mailing_list/${list.id}/contacts/${contact.id}`);
  }
  return { name, email: 'una@example.org' };
}

test('a survey goes to a list of two, one answers on a phone, and the results show 1 of 2', async ({
  page,
  hospital,
}) => {
  const { name, email } = await makeList(hospital);
  const { surveyId } = hospital;
  await signedIn(page, hospital.manager);
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
  await expect(page.getByRole('row', { name: /^Answered 0 of 2/ })).toBeVisible();
  await expectAccessible(page);

  const phone = await page
    .context()
    .browser()
    ?.newPage({ viewport: { width: 390, height: 844 } });
  if (!phone) throw new Error('there is no browser');
  await phone.goto(await findSurveyLink(hospital, email));
  for (const group of await phone.getByRole('radiogroup').or(phone.getByRole('group')).all()) {
    const choice = group.getByRole('radio').first();
    if (await choice.isVisible()) await choice.check({ force: true });
  }
  await phone.getByRole('button', { name: 'Send my answers' }).click();
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('We have your answers');
  await phone.close();

  await expect(page.getByRole('row', { name: /^Answered 1 of 2/ })).toBeVisible();

  // The survey's page shows broadcasts with a schedule first; this one is sent by hand.
  await page.goto(`/surveys/${surveyId}/broadcast`);
  const panel = page.getByRole('region', { name: 'Broadcasts', exact: true });
  await expect(panel.getByRole('radio', { name: 'On a schedule' })).toBeChecked();
  await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(panel.getByRole('link', { name })).toHaveCount(0);
  await panel.getByText('Sent by hand', { exact: true }).click();
  await expect(panel.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
});
