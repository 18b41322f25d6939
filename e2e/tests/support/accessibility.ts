import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no finding of axe, best practices included, when the page has been loaded. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFinding(page, new AxeBuilder({ page }));

/** Expects the same in the light and in the dark colours of a page. Of its rules only those about colours depend on them. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoFinding(page, new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
  await page.emulateMedia({ colorScheme: 'light' });
}

async function expectNoFinding(page: Page, axe: AxeBuilder): Promise<void> {
  // Screens are loaded in parts; a heading says that this one is there.
  await expect(page.locator('h1').first()).toBeAttached();
  // An element that fades in or out has mixed colours, so animations that are still running are awaited.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await axe.analyze();
  const findings = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes.map(({ html, failureSummary }) => `${html}\n  ${failureSummary ?? ''}`).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}
