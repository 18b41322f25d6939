import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Expects no finding of axe, best practices included, when the page has been loaded. */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens are loaded in parts; a heading says that this one is there.
  await expect(page.locator('h1').first()).toBeAttached();
  // An element that fades in or out has mixed colours, so animations that are still running are awaited.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}
