import { expect, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { signedIn } from './support/people.ts';

test.beforeEach(({ page, hospital }) => signedIn(page, hospital.manager));

const openLayout = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Layout settings' }).click();
  return page.getByRole('dialog', { name: 'Layout' });
};

test('what somebody sets about the layout is there again after a reload, and gone after a factory reset', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const panel = await openLayout(page);
  await expectAccessible(page);
  await panel.getByLabel('Inside container').check();
  await expect(panel.getByLabel('Fixed navigation')).not.toBeChecked();
  await expect(panel.getByLabel('Fixed header')).toBeChecked();
  await panel.getByLabel('Menu on top').check();
  await panel.getByLabel('Right to left').check();
  await panel.getByRole('radio', { name: 'Dark Elegance' }).click();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'smart-style-1');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await menu.getByRole('button', { name: 'Messages' }).click();
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Discharges' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Discharges' })).toBeVisible();

  await (await openLayout(page)).getByRole('button', { name: 'Factory reset' }).click();
  const question = page.getByRole('dialog', { name: 'Factory reset' });
  await expect(question).toContainText('Would you like to RESET all your saved widgets and clear LocalStorage?');
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-skin', 'smart-style-0');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});

test('the groups of the menu open and close, one opening closes the others, and the menu can be hidden', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await menu.getByRole('button', { name: 'Messages' }).click();
  await expect(menu.getByRole('link', { name: 'Discharges' })).toBeHidden();
  await menu.getByRole('button', { name: 'Messages' }).click();
  await expect(menu.getByRole('link', { name: 'Discharges' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Inbox' })).toBeHidden();
  await page.getByRole('button', { name: 'Hide menu' }).click();
  await expect(menu).toHaveCount(0);
  await page.getByRole('button', { name: 'Shortcuts' }).click();
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
});

test('the menu on top has no gap below it, and lets go of the narrow menu', async ({ page }) => {
  await page.goto('/departments/index');
  await page.getByRole('button', { name: 'Minify menu' }).click();
  const panel = await openLayout(page);
  await panel.getByLabel('Menu on top').check();
  await page.keyboard.press('Escape');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const [bar, ribbon] = [menu, page.getByRole('navigation', { name: 'Breadcrumbs' })].map((part) => part.boundingBox());
  const [above, below] = [await bar, await ribbon];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeCloseTo(below?.y ?? -1, 0);
  await (await openLayout(page)).getByLabel('Menu on top').uncheck();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Minify menu' })).toBeVisible();
});

test('on a small laptop every entry of the menu can be reached, and the one of the screen is in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/departments/index');
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  await expect(page.locator('body')).toHaveId('screen-departments-index');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(menu.getByRole('link', { name: 'Departments' })).toBeInViewport();
  await expect(menu.getByRole('button', { name: 'Manage' })).toHaveAttribute('data-active', 'true');
  await expect(menu.getByRole('button', { name: 'Messages' })).not.toHaveAttribute('data-active');
  for (const entry of await menu.getByRole('link').all()) {
    await entry.focus();
    await expect(entry).toBeInViewport();
  }
  await (await openLayout(page)).getByLabel('Menu on top').check();
  await page.keyboard.press('Escape');
  await menu.getByRole('button', { name: 'Manage' }).click();
  for (const entry of await page.getByRole('menuitem').all()) {
    await entry.focus();
    await expect(entry).toBeInViewport();
  }
});
