import { expect } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { findUnsubscribeLink } from './support/hospital.ts';

for (const scripts of [true, false]) {
  test(`somebody switches one channel off and on again, ${scripts ? 'with' : 'without'} scripts`, async ({
    browser,
    hospital,
    baseURL,
  }) => {
    const link = await findUnsubscribeLink(hospital);
    const context = await browser.newContext({
      baseURL: baseURL ?? '',
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: scripts,
    });
    const page = await context.newPage();
    const expectFine = async () => {
      if (scripts) await expectAccessible(page);
    };
    await page.goto(`${link}?lang=en`);
    await expectFine();
    await page.getByRole('link', { name: 'Choose what you get' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'What you get from us' })).toBeVisible();
    await expectFine();
    const email = page.getByRole('form', { name: 'E-mail' });
    await expect(email.getByText(/^\w•••@\w•••\.org$/)).toBeVisible();
    await email.getByRole('button', { name: 'Stop the e-mails' }).click();
    await expect(page.getByRole('status')).toHaveText('From now on you get no e-mails.');
    await expectFine();
    await email.getByRole('button', { name: 'Send me e-mails again' }).click();
    await expect(page.getByRole('status')).toHaveText('From now on you get our e-mails again.');
    await page.getByRole('link', { name: 'العربية' }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1, name: 'ما يصلك منا' })).toBeVisible();
    await expectFine();
    await context.close();
  });
}
