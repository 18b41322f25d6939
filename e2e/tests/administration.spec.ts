import { expect } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { add, sayYes, tabTo } from './support/keyboard.ts';
import { send } from './support/hospital.ts';
import { inventPatient } from './support/feed.ts';
import { signedIn } from './support/people.ts';

test('a category is made, changed and deleted by keyboard alone', async ({ page, hospital }) => {
  const title = `Parking ${randomInt(1_000_000)}`;
  await signedIn(page, hospital.manager);
  await page.goto('/categories/index');
  await tabTo(page, 'link', 'Create category');
  await page.keyboard.press('Enter');

  await tabTo(page, 'button', 'Create category');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Validation Failed' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Enter a title.' })).toBeFocused();
  await expectAccessible(page);

  await tabTo(page, 'textbox', /^Title( \*)?$/);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, 'link', 'Edit');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', /^Title( \*)?$/);
  await page.keyboard.press('End');
  await page.keyboard.type(' and bicycles');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `${title} and bicycles` })).toBeVisible();

  const id = /categories\/(\d+)/.exec(page.url())?.[1];
  await tabTo(page, 'button', 'Delete');
  await page.keyboard.press('Enter');
  await sayYes(page, /Delete Category/);
  await expect(page.getByText(`Category #${id} was deleted.`)).toBeVisible();
  await expect(page).toHaveURL(/\/categories\/index/);
});

test('a user is made, given a permission, and deleted by keyboard alone', async ({ page, hospital }) => {
  const name = `Kay Board ${randomInt(1_000_000)}`;
  await signedIn(page, hospital.manager);
  await page.goto('/users/create');
  await tabTo(page, 'textbox', /^Name/);
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(hospital.manager.session.data.email);
  await tabTo(page, 'textbox', /^Password/);
  await page.keyboard.type('a rather long password');
  await page.keyboard.press('Enter');
  // Only the server can know that, and the message is shown at its field.
  await expect(page.getByRole('alert').filter({ hasText: 'has an account already' })).toBeFocused();
  await tabTo(page, 'textbox', /^E-mail/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`kay${randomInt(1_000_000_000)}@wardvoice.example`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);

  await add(page, 'Add permission', 'cases.list');
  await expect(page.getByRole('list', { name: 'Permissions' }).getByText('cases.list')).toBeVisible();
  await expectAccessible(page);

  await tabTo(page, 'button', 'Delete');
  await page.keyboard.press('Enter');
  await sayYes(page, /Delete User/);
  await expect(page.getByText(/^User #\d+ was deleted\.$/)).toBeVisible();
});

test('two administrators with one department open: the second is told, and loses nothing', async ({
  page,
  browser,
  hospital,
}) => {
  const title = `Chaplaincy ${randomInt(1_000_000)}`;
  await signedIn(page, hospital.manager);
  await page.goto('/departments/create');
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create department' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Title').fill(`${title}, mine`);

  const other = await browser.newPage();
  await signedIn(other, hospital.manager);
  await other.goto(page.url());
  await other.getByLabel('Title').fill(`${title}, theirs`);
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByRole('heading', { level: 1, name: `${title}, theirs` })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Save changes' }).click();
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this meanwhile' });
  await expect(conflict).toBeFocused();
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, mine`);
  await page.getByRole('button', { name: 'Look at their version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, theirs`);
});

test('who saw a patient is answered, and the chain can be checked', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await send(hospital, 'A03', inventPatient());
  await page.goto('/messages/discharges/index');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Who saw this patient' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Who saw this patient' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Morgan Listener.*Viewed.*Message/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check the chain' }).click();
  await expect(page.getByText(/The chain is whole: \d+ entr/)).toBeVisible();
  await expectAccessible(page);
});

test('the screens of administration can be used by everybody, on a phone as well', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  for (const [address, title] of [
    ['/users/index', 'Users'],
    ['/users/create', 'Create user'],
    ['/categories/create', 'Create category'],
    ['/departments/index', 'Departments'],
    [`/departments/${hospital.departmentId}`, 'Nursing'],
    ['/audit/index', 'Audit'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([address, overflow]).toEqual([address, 0]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

test('a permission that is built in is shown as such, and cannot be deleted', async ({ page, superuser }) => {
  await signedIn(page, superuser);
  await page.goto('/permissions/index?term=messages.list');
  await page.getByRole('table').getByRole('link', { name: 'messages.list' }).click();
  await expect(page.getByRole('region', { name: 'Built in' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await expectAccessible(page);
});
