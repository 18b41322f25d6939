import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No finding of axe, best practices included, once the page is there. */
export async function expectAccessible(page: Page): Promise<void> {
  // Screens come in pieces of their own; a heading says that this one has come.
  await expect(page.locator('h1').first()).toBeAttached();
  // What fades in or out has no colours of its own while it does.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  const { violations } = await new AxeBuilder({ page }).analyze();
  await page.emulateMedia({ reducedMotion: null });
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(findings).toEqual([]);
}
