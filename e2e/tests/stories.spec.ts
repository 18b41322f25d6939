import { expect, type Page } from '@playwright/test';
import { noticeOf } from './support/notices.ts';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import type { Api } from './support/api.ts';
import { addNurse, askNewPatient, dischargeAndAnswer, type Hospital } from './support/hospital.ts';
import { answerPoorly, answerWell } from './support/patients.ts';
import { fillSignIn, PASSWORD } from './support/people.ts';

/** As many as the screens need before they show results. */
const ANSWERS = 5;
const PEOPLE = 30;
const SCREENS = [
  ['at a desk', { width: 1366, height: 768 }],
  ['on a phone', { width: 390, height: 844 }],
] as const;

for (const [where, viewport] of SCREENS) {
  const isPhone = viewport.width < 640;

  /** Opens a screen by the menu, which a phone has in a drawer. */
  async function go(page: Page, entry: string, heading = entry): Promise<void> {
    if (isPhone) await page.getByRole('button', { name: 'Open navigation' }).click();
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: new RegExp(`^${entry}( \\d+)?`) })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }

  /** The rows of a list, which are cards on a phone. */
  const rowsOf = (page: Page, name: string) =>
    isPhone
      ? page.getByRole('list', { name }).getByRole('listitem')
      : page.getByRole('table', { name }).getByRole('row');

  test.describe(where, () => {
    test.use({ viewport });

    test('a nurse’s day: she hears of a poor answer, calls the patient, and closes the case', async ({
      page,
      hospital,
    }) => {
      const nurse = await addNurse(hospital);
      await tellToo(hospital, nurse.session.data.id);
      await page.goto('/login');
      await fillSignIn(page, nurse.session.data.email);
      await expect(page.getByRole('heading', { level: 1, name: 'Admissions' })).toBeVisible();

      const patient = await dischargeAndAnswer(hospital);
      await go(page, 'Inbox');
      const item = rowsOf(page, 'Inbox').filter({ hasText: 'Poor' });
      await expect(item).toHaveCount(1);
      await expectAccessible(page);
      await item.getByRole('link', { name: 'Poor' }).click();

      await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.family);
      await page.getByRole('button', { name: 'Claim' }).click();
      await page.getByRole('button', { name: 'Note contact' }).click();
      const contact = page.getByRole('dialog', { name: 'Note the contact' });
      await contact.getByLabel('What was said (optional)').fill('The bell was broken. I said sorry.');
      await contact.getByRole('button', { name: 'Save contact' }).click();
      await expect(contact).toHaveCount(0);
      await page.getByRole('button', { name: 'Close case' }).click();
      const closing = page.getByRole('dialog', { name: 'Close this case' });
      await closing.getByLabel('How was it closed?').fill('The bell is mended.');
      await closing.getByRole('button', { name: 'Close case' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Closed');
      await expect(page.getByRole('list', { name: 'Steps' })).toContainText('The bell was broken. I said sorry.');
      await expectAccessible(page);

      await go(page, 'Inbox');
      await item.getByRole('button', { name: /^Done/ }).click();
      await expect(page.getByText('Nothing to do')).toBeVisible();
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    test('a manager’s month: figures, what is behind them, words to a patient’s answer, and a file for the board', async ({
      page,
      request,
      hospital,
    }) => {
      for (let answers = 1; answers < ANSWERS; answers += 1) await answerWell(request, await askNewPatient(hospital));
      await answerPoorly(request, await askNewPatient(hospital));
      await page.goto('/login');
      await fillSignIn(page, hospital.manager.session.data.email);
      const funnel = page.getByRole('region', { name: 'Survey funnel, last 30 days' });
      await expect(funnel.getByRole('row', { name: /^Answered/ })).toContainText(String(ANSWERS));

      await go(page, 'Surveys');
      await rowsOf(page, 'Surveys').getByRole('link', { name: 'Your stay with us' }).click();
      await page.getByRole('link', { name: 'Results' }).click();
      const overall = page.getByRole('table', { name: /how was your stay/ });
      await expect(overall.getByRole('row', { name: /^Very good/ })).toContainText('80%');
      await expectAccessible(page);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect((await file).suggestedFilename()).toMatch(/[.]csv$/);

      await go(page, 'Feedback');
      const poor = rowsOf(page, 'Feedback').filter({ hasText: 'I rang the bell for an hour.' });
      await poor.getByRole('link').first().click();
      await page.getByLabel('Your note').fill('For the ward round on Monday.');
      const added = noticeOf(page, /The note is added/);
      await page.getByRole('button', { name: 'Add note' }).click();
      await added;
      await expect(page.getByRole('list', { name: 'Notes' })).toContainText('For the ward round on Monday.');
      await expectAccessible(page);

      await go(page, 'Cases');
      await page.getByRole('link', { name: 'By cause' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Cases by cause' })).toBeVisible();
      await expectAccessible(page);
    });

    test(`an administrator invites ${PEOPLE} people, and one of them begins`, async ({
      page,
      browser,
      hospital,
      superuser,
    }) => {
      await page.goto('/login');
      await fillSignIn(page, hospital.manager.session.data.email);
      await go(page, 'Users');
      await page.getByRole('link', { name: 'Invite several' }).click();
      const names = Array.from({ length: PEOPLE }, (_, at) => `Newcomer ${at + 1}`);
      const addressOf = (name: string) =>
        `${name.replace(' ', '').toLowerCase()}.${hospital.facility}@wardvoice.example`;
      await page.getByLabel('People').fill(names.map((name) => `${name}\t${addressOf(name)}`).join('\n'));
      await page.getByRole('combobox', { name: 'Role' }).click();
      await page.getByRole('option', { name: 'Ward nurse' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: `Send ${PEOPLE} invitations` }).click();
      await expect(page.getByText(`${PEOPLE} invitations were sent.`)).toBeVisible();
      await expect(page.getByText('Invited', { exact: true })).toHaveCount(PEOPLE);

      const email = addressOf(names[6] ?? '').toLowerCase();
      const theirs = await browser.newContext({ viewport });
      const newcomer = await theirs.newPage();
      await newcomer.goto(await findInvitation(superuser, email));
      await newcomer.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await newcomer.getByLabel('Password again').fill(PASSWORD);
      await newcomer.getByRole('button', { name: 'Make account' }).click();
      await expect(newcomer).toHaveURL(/\/login$/);
      await fillSignIn(newcomer, email);
      await go(newcomer, 'Cases');
      await expectAccessible(newcomer);
      await theirs.close();
    });
  });
}

/** The nurse hears of the same cases at once as the manager. */
async function tellToo({ manager, departmentId, surveyId }: Hospital, userId: number): Promise<void> {
  const [first] = await manager.get<{ id: number }[]>(`/departments/${departmentId}/escalations`);
  await manager.put(`/departments/${departmentId}/escalations/${first?.id}`, {
    department_escalation: { survey_id: surveyId, user_ids: [manager.session.data.id, userId], sort_order: 1 },
  });
}

/** Waits for the e-mail with an invitation. Returns the path of the address in it. */
async function findInvitation(superuser: Api, email: string): Promise<string> {
  const find = async () => {
    const emails = await superuser.get<{ link: string | null }[]>(`/account_emails?term=${encodeURIComponent(email)}`);
    return emails.find(({ link }) => link !== null)?.link ?? null;
  };
  await expect.poll(find).not.toBeNull();
  return new URL((await find()) ?? '').pathname;
}
