import type { Page } from '@playwright/test';

/**
 * Waits for a notice that a click or a key is about to bring: it is called before that, and awaited after it. A notice of
 * success is gone after two seconds. A busy test that asked only afterwards, now and then, could miss it, so the page
 * itself looks at every frame.
 */
export async function noticeOf(page: Page, text: RegExp): Promise<void> {
  await page.waitForFunction(
    (pattern) =>
      [...document.querySelectorAll('[role=status], [role=alert]')].some(({ textContent }) =>
        pattern.test(textContent),
      ),
    text,
  );
}
