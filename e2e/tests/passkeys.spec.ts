import { expect, test as base, type Page } from '@playwright/test';
import { startServer, type RunningServer } from '../start-server.ts';
import { expectAccessible } from './support/accessibility.ts';
import { fillSignIn } from './support/people.ts';

const EMAIL = 'matron@harbour.example';
const PASSWORD = 'the first evening';

/** Starts a server with a name: browsers have no passkeys for the address of the other tests, which is a number. */
const test = base.extend<{ named: RunningServer }>({
  named: [
    // Playwright requires the first parameter of a fixture to be destructured, even when it needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const settings = { ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
      const server = await startServer({ name: 'e2e-passkeys', settings, hostName: 'localhost' });
      await use(server);
      await server.stop();
    },
    { timeout: 120_000 },
  ],
  baseURL: ({ named }, use) => use(named.url),
});

/** Gives the browser an authenticator that checks its person and keeps passkeys, as a phone does. */
async function giveAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

const arrive = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
const signOut = async (page: Page) => {
  await page.goto('/lock');
  await page.getByRole('dialog', { name: 'Locked' }).getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'Sign in');
};

test('somebody adds a passkey, signs in with it, uses it after the password, unlocks with it, and removes it', async ({
  page,
}) => {
  const authenticator = await giveAuthenticator(page);
  await page.goto('/login');
  await expectAccessible(page);
  await fillSignIn(page, EMAIL, PASSWORD);
  await expect(page).not.toHaveURL(/login/);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone of the matron');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Phone of the matron');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await page.setViewportSize({ width: 1280, height: 800 });

  // The same authenticator makes no second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('This device has a passkey of yours already.');

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).not.toHaveURL(/login/);

  await page.goto('/lock');
  const lock = page.getByRole('dialog', { name: 'Locked' });
  await expectAccessible(page);
  await lock.getByRole('button', { name: 'Unlock with a passkey' }).click();
  await expect(lock).toBeHidden();

  await signOut(page);
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('It was not confirmed');
  await authenticator.setVerified(true);
  await fillSignIn(page, EMAIL, PASSWORD);
  await arrive(page, 'One more step');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).not.toHaveURL(/login/);

  await page.goto('/account');
  await page.getByRole('button', { name: 'Remove Phone of the matron' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toBeHidden();
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted.');
});
