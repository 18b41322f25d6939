import { expect, type Locator, type Page } from '@playwright/test';

type Reachable = 'link' | 'button' | 'textbox' | 'combobox' | 'checkbox';

const MOST_STEPS = 80;

/** Moves on with the Tab key alone until this has the focus. */
export async function tabTo(page: Page, role: Reachable, name: string | RegExp): Promise<void> {
  const target = page.getByRole('main').getByRole(role, { name }).first();
  await expect(target).toBeVisible();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${String(name)}.`);
}

export async function press(page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Opens the list of a field and takes an option. */
export async function choose(page: Page, field: string | RegExp, option: string | RegExp): Promise<void> {
  await tabTo(page, 'combobox', field);
  await take(page, page.getByRole('main').getByRole('combobox', { name: field }), option);
}

/** Searches the options of a field by typing, and takes the one that is left. */
export async function searchAndChoose(page: Page, field: string, option: string): Promise<void> {
  await tabTo(page, 'combobox', field);
  const target = page.getByRole('main').getByRole('combobox', { name: field });
  // At once: each letter would draw hundreds of options anew.
  await target.fill(option);
  await take(page, target, option);
}

async function take(page: Page, field: Locator, option: string | RegExp): Promise<void> {
  const wanted = page.getByRole('option', { name: option }).first();
  await field.press('ArrowDown');
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    // A list is not shown while its field is out of sight, as when something above it has just been loaded.
    await field.scrollIntoViewIfNeeded();
    await expect(wanted).toBeVisible();
    if ((await wanted.getAttribute('data-combobox-selected')) !== null) return field.press('Enter');
    await field.press('ArrowDown');
  }
  throw new Error(`The keyboard does not reach the option ${String(option)}.`);
}

/** Opens an add menu, searches in it, and takes the only option that is left. */
export async function add(page: Page, menu: string, title: string): Promise<void> {
  await press(page, 'button', menu);
  const search = page.getByRole('textbox', { name: menu });
  await expect(search).toBeFocused();
  await page.keyboard.type(title);
  await expect(page.getByRole('option')).toHaveText([title]);
  await take(page, search, title);
}

/** No is focused; the next one is Yes. */
export async function sayYes(page: Page, title: RegExp): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Yes' })).toBeFocused();
  await page.keyboard.press('Enter');
}
