import { randomInt } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import type { Api } from './support/api.ts';
import type { Hospital } from './support/hospital.ts';
import { fillSignIn, PASSWORD, signedIn } from './support/people.ts';

const NEW_PASSWORD = 'seven hens in a row';
const lockScreen = (page: Page) => page.getByRole('dialog', { name: 'Locked' });

/** Signs in by the form, so that the page has a session of its own, which can be locked without locking another test's. */
async function signInAlone(page: Page, { manager }: Hospital): Promise<void> {
  await page.goto('/login');
  await fillSignIn(page, manager.session.data.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

/** Makes a user whom no other test signs in as. */
async function makeSomebody(superuser: Api): Promise<string> {
  const email = `colleague${randomInt(1_000_000, 9_999_999)}@wardvoice.example`;
  await superuser.post('/users', { user: { name: 'Kim Colleague', email, password: NEW_PASSWORD } });
  return email;
}

/** Returns the path of the link in the e-mail to this address, which lies in the outbox. */
async function linkInOutbox(superuser: Api, email: string): Promise<string> {
  const links = async () => {
    const emails = await superuser.get<{ link: string | null }[]>(`/account_emails?term=${email}`);
    return emails.map(({ link }) => link).filter((link) => link !== null);
  };
  await expect.poll(links).toHaveLength(1);
  const [link = ''] = await links();
  return new URL(link).pathname;
}

test('registering sends a link, whose screen asks for the password twice and leads to the sign-in', async ({
  page,
  superuser,
}) => {
  const email = `newcomer${randomInt(1_000_000, 9_999_999)}@wardvoice.example`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
  await page.getByLabel('Name').fill('Nim Newcomer');
  await page.getByLabel('E-mail').fill(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();

  await page.goto(await linkInOutbox(superuser, email));
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Password again').fill('seven ducks in a row');
  await page.getByRole('button', { name: 'Make account' }).click();
  await expect(page.getByText('does not match')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Password again').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Make account' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('somebody is invited, chooses a password with the link in the outbox, and signs in', async ({
  page,
  browser,
  hospital,
  superuser,
}) => {
  const email = `invited${randomInt(1_000_000, 9_999_999)}@wardvoice.example`;
  await signedIn(page, hospital.manager);
  await page.goto('/users/create');
  await page.getByLabel(/^Name/).fill('Ida Invited');
  await page.getByLabel(/^E-mail/).fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page).toHaveURL(/\/users\/index/);
  const invited = page.getByRole('list', { name: 'Invited' });
  await expect(invited.getByText(email)).toBeVisible();
  await expectAccessible(page);

  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(await linkInOutbox(superuser, email));
  await expectAccessible(guest);
  await guest.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await guest.getByLabel('Password again').fill(NEW_PASSWORD);
  await guest.getByRole('button', { name: 'Make account' }).click();
  await expect(guest).toHaveURL(/\/login$/);
  await fillSignIn(guest, email, NEW_PASSWORD);
  await expect(guest).toHaveURL(/\/dashboard$/);
  await other.close();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ida Invited' })).toBeVisible();
  await expect(invited).toBeHidden();
});

test('a forgotten password is replaced with the link that lies in the outbox', async ({ page, browser, superuser }) => {
  const email = await makeSomebody(superuser);
  await page.goto('/real-login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();

  const emails = () => superuser.get<{ link: string | null }[]>(`/account_emails?term=${email}`);
  await expect.poll(async () => (await emails()).some(({ link }) => link !== null)).toBe(true);
  const other = await browser.newContext();
  const administrator = await other.newPage();
  await signedIn(administrator, superuser);
  await administrator.goto(`/account-emails/index?term=${email}`);
  const link = administrator.getByRole('link', { name: `Open the link for ${email}` });
  const address = (await link.getAttribute('href')) ?? '';
  await expectAccessible(administrator);
  await other.close();

  await page.goto(new URL(address).pathname);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('New password', { exact: true }).fill('password2026!');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/tried first/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('New password', { exact: true }).fill('eleven geese abroad');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, email, 'eleven geese abroad');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('the lock keeps a half-filled form, and what was asked for meanwhile is done afterwards', async ({
  page,
  hospital,
}) => {
  await signInAlone(page, hospital);
  await page.goto('/account');
  await page.getByLabel('New password').fill('half of a new pass');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Lock' }).click();
  await expect(lockScreen(page)).toBeVisible();
  await expectAccessible(page);
  // Nothing under the lock can be reached.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(lockScreen(page)).toBeVisible();

  await lockScreen(page).getByLabel('Password', { exact: true }).fill('not mine');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await lockScreen(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(lockScreen(page)).toBeHidden();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByLabel('New password')).toHaveValue('half of a new pass');
});

test('after 15 minutes without a sign of the person the page locks itself, in every tab', async ({
  page,
  context,
  hospital,
}) => {
  await page.clock.install();
  await signInAlone(page, hospital);
  // A second tab gets the same session, as a duplicated tab does.
  const second = await context.newPage();
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  await second.addInitScript((entries: [string, string][]) => {
    for (const [key, value] of entries) if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, value);
  }, kept);
  await second.goto('/cases/index');
  await expect(second.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();

  await page.clock.fastForward('14:00');
  await expect(lockScreen(page)).toBeHidden();
  await page.clock.fastForward('01:30');
  await expect(lockScreen(page)).toBeVisible();
  await expect(lockScreen(second)).toBeVisible();
  await lockScreen(second).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await second.getByRole('button', { name: 'Unlock' }).click();
  await expect(lockScreen(second)).toBeHidden();
  await expect(second.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible();
  // Both tabs have the same session, so unlocking one unlocks the other.
  await expect(lockScreen(page)).toBeHidden();
});

test('the address of the lock screen locks, and leads to the start page after unlocking', async ({
  page,
  hospital,
}) => {
  await signInAlone(page, hospital);
  await page.goto('/lock');
  await lockScreen(page).getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('two-step sign-in is switched on, and a recovery code lets its owner in', async ({ page, superuser }) => {
  const email = await makeSomebody(superuser);
  await page.goto('/login');
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch on' }).click();
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const key = (await page.getByText('Cannot scan?').locator('span').textContent()) ?? '';
  await page.getByLabel('Code from the app').fill(new TOTP({ secret: key.replaceAll(' ', '') }).generate());
  await page.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left')).toBeVisible();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await fillSignIn(page, email, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
