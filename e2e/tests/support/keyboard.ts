import { expect, type Locator, type Page } from '@playwright/test';

type Reachable = 'link' | 'button' | 'textbox' | 'combobox' | 'checkbox';

const MAX_STEPS = 80;

/**
 * Waits until the focus is on the content of the screen that was just opened. Before that, a key that is meant for the
 * menu can arrive in the content, because the application moves the focus there.
 */
export const expectArrived = (page: Page): Promise<void> => expect(page.getByRole('main')).toBeFocused();

/** Presses Tab until this element has the focus. */
export async function tabTo(page: Page, role: Reachable, name: string | RegExp): Promise<void> {
  const target = page.getByRole('main').getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(name)}.`);
}

export async function press(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Opens the list of a field and chooses an option. */
export async function choose(page: Page, field: string | RegExp, option: string | RegExp): Promise<void> {
  await tabTo(page, 'combobox', field);
  await take(page, page.getByRole('main').getByRole('combobox', { name: field }), option);
}

/** Searches the options of a field by typing, and chooses the one that is left. */
export async function searchAndChoose(page: Page, field: string, option: string): Promise<void> {
  await tabTo(page, 'combobox', field);
  const target = page.getByRole('main').getByRole('combobox', { name: field });
  // The text is filled in at once, because each letter would render hundreds of options.
  await target.fill(option);
  await take(page, target, option);
}

async function take(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  const wanted = page.getByRole('option', { name: option }).first();
  await field.press('ArrowDown');
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    // A list is not shown while its field is outside the visible part of the page, for example when something above it has just
    // been loaded.
    await field.scrollIntoViewIfNeeded();
    await expect(wanted).toBeVisible();
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) return field.press('Enter');
    await field.press('ArrowDown');
  }
  throw new Error(`The keyboard does not reach the option ${String(option)}.`);
}

/** Opens an add menu, searches in it, ticks the only option that is left, and adds it. */
export async function add(page: Page, menu: string, title: string): Promise<void> {
  await press(page, 'button', menu);
  const search = page.getByRole('textbox', { name: menu });
  await expect(search).toBeFocused();
  await page.keyboard.type(title);
  await expect(page.getByRole('option')).toHaveText([title]);
  await take(page, search, title);
  await expect(page.getByRole('option', { selected: true })).toHaveText([title]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Add 1' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Answers a question with Yes by keyboard. No has the focus, and Yes comes next. */
export async function sayYes(page: Page, title: RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Yes' })).toBeFocused();
  await page.keyboard.press('Enter');
}
