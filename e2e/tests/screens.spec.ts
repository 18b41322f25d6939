import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './support/test.ts';
import { expectAccessible, expectAccessibleInBoth } from './support/accessibility.ts';
import { inventPatient } from './support/feed.ts';
import { fillWithPatients, send } from './support/hospital.ts';
import { fillSignIn, signedIn } from './support/people.ts';
import { SUPERUSER } from '../superuser.ts';

const SCREENS = [
  ['/dashboard', 'Dashboard'],
  ['/messages/index', 'All messages'],
  ['/messages/discharges/index?exclude_feedback=1', 'Discharges'],
  ['/messages/distribution-list/index?distribution_list=census', 'Census'],
  ['/messages/errors', 'Errors'],
  ['/deliveries/index', 'Deliveries'],
  ['/deliveries/calendar', 'Calendar'],
  ['/cases/index?open=1', 'Cases'],
  ['/departments/wards', 'Wards and departments'],
  ['/cases/causes', 'Causes of cases'],
  ['/cases/by_cause', 'Cases by cause'],
  ['/patients/index', 'Patients'],
  ['/patients/doubts', 'Doubts'],
  ['/texts/index', 'Written back'],
  ['/feedback/records', 'Feedback'],
  ['/alarms/index', 'Alarms'],
  ['/audit/sheet?patient_id=1', 'Who saw this patient'],
  ['/inbox', 'Inbox'],
  ['/ehr-launch', 'Survey from a record'],
  ['/ehr-launch?problem=unknown', 'Survey from a record'],
  ['/discharges/index', 'Discharges'],
  ['/messages/messages/discharges', 'Discharges'],
  ['/discharges/create', 'New discharge'],
  ['/surveys/overview', 'Overview of surveys'],
  ['/reports/trend', 'Over time'],
  ['/reports/wards', 'Wards'],
  ['/reports/comparison', 'Comparison'],
  ['/reports/questions', 'Questions'],
  ['/reports/themes', 'Themes'],
  ['/reports/organisations', 'Organisations'],
  ['/reports/by_email/index', 'Reports by e-mail'],
  ['/reports/by_email/create', 'Send a report'],
  ['/questions/index', 'Questions'],
  ['/options/index', 'Options'],
  ['/scales/index', 'Answer scales'],
  ['/messages/messages/create', 'New message'],
  ['/privacy/index', 'Erasures'],
  ['/legal-holds/index', 'Legal holds'],
  ['/consent/index', 'Consent'],
  ['/roles/index', 'Roles'],
  ['/roles/create', 'Create role'],
  ['/scim/index', 'Provisioning (SCIM)'],
  ['/scim/create', 'Make token'],
  ['/api-keys/index', 'API keys'],
  ['/api-keys/create', 'Make API key'],
  ['/data-exports/index', 'Data exports'],
  ['/webhooks/index', 'Webhooks'],
  ['/webhooks/create', 'Make webhook'],
  ['/destinations/index', 'Destinations'],
  ['/destinations/create', 'Make destination'],
  ['/pathways/index', 'Pathways'],
  ['/pathways/create', 'Create pathway'],
  ['/pathways/people', 'People in pathways'],
  ['/ward_pages/index', 'You said, we did'],
  ['/ward_pages/create', 'Make page'],
  ['/users/invite', 'Invite several'],
] as const;

/** Screens of superusers, in no application. */
const GALLERY = [
  ['/gallery/controls', 'Buttons and notices'],
  ['/gallery/forms', 'Forms and fields'],
  ['/gallery/lists', 'Tables and lists'],
  ['/gallery/charts', 'Charts'],
  ['/gallery/records', 'Records and timeline'],
  ['/gallery/foundations', 'Colours, type and icons'],
] as const;

/** Screens that one test visits: a hospital, a sign-in and the scripts of the application cost it as much time as two screens. */
const SCREENS_OF_A_TEST = 6;

for (let from = 0; from < SCREENS.length; from += SCREENS_OF_A_TEST) {
  const screens = SCREENS.slice(from, from + SCREENS_OF_A_TEST);
  test(`${screens.map(([address]) => address).join(', ')} can be used by everybody`, async ({ page, hospital }) => {
    // The limit of a test is one for a single screen.
    test.setTimeout(screens.length * 90_000);
    await fillWithPatients(hospital);
    await signedIn(page, hospital.manager);
    for (const [address, title] of screens) await test.step(address, () => expectUsable(page, address, title));
  });
}

/** Expects a screen to be accessible, and to fit a phone and what 400 % zoom makes of 1280 pixels (WCAG 2.2 §1.4.10). */
async function expectUsable(page: Page, address: string, title: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: title }), address).toBeVisible();
  await page.waitForLoadState('load');
  await expect(page.locator('[aria-busy=true]'), address).toHaveCount(0);
  await expectAccessibleInBoth(page);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${address} fits`)
      .toBe(0);
  }
}

test('the gallery can be used by everybody', async ({ page }) => {
  test.setTimeout(GALLERY.length * 90_000);
  await page.goto('/login');
  await fillSignIn(page, SUPERUSER.email, SUPERUSER.password);
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  for (const [address, title] of GALLERY) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title }), address).toBeVisible();
    await expect(page.getByText(/^import \{/).first(), address).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(beyond, address).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  }
});

test('one’s own account can be used by everybody', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/account');
  await expect(page.getByRole('table', { name: 'What you hear of' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the application can be used by everybody', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  for (const [address, title] of [
    [`/applications/${hospital.id}`, hospital.title],
    [`/applications/${hospital.id}/edit`, `Edit ${hospital.title}`],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectAccessibleInBoth(page);
  }
});

test('a message can be read by everybody', async ({ page, hospital }) => {
  await send(hospital, 'A01', inventPatient());
  await signedIn(page, hospital.manager);
  await page.goto('/messages/index');
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('tree')).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.getByRole('link', { name: 'Open the visit' }).or(page.getByText('belongs to no visit')).first().waitFor();
});

test('on a phone the menu comes from the side, and crumbs do not cover each other', async ({ page, hospital }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await fillWithPatients(hospital);
  await signedIn(page, hospital.manager);
  await page.goto(`/applications/${hospital.id}/edit`);
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
  await expect(crumbs).toHaveCount(4);
  const beyond = await crumbs.evaluateAll((items) => items.map((item) => item.scrollWidth - item.clientWidth));
  expect(beyond, 'a crumb covers the next').toEqual([0, 0, 0, 0]);
  await page.goto('/messages/index');
  await expect(page.getByRole('list', { name: 'All messages' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Main navigation' });
  await expect(menu).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await expect(menu).toBeHidden();
});

test('from right to left everything fits as well', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('dir', 'rtl'));
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  const navigation = await page.getByRole('navigation', { name: 'Main navigation' }).boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(navigation?.x).toBeGreaterThan(heading?.x ?? 0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('a superuser chooses a hospital, and works in it', async ({ page, hospital }) => {
  await page.goto(`/login?redirect=/applications/index?term=${encodeURIComponent(hospital.title)}`);
  await fillSignIn(page, SUPERUSER.email, SUPERUSER.password);
  await expect(page.getByRole('table', { name: 'Applications' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Open ${hospital.title}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(
    page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Discharges' }),
  ).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: hospital.title }).click();
  await page.getByRole('menuitem', { name: 'Leave this application' }).click();
  await expect(page).toHaveURL(/\/applications\/index$/);
  // A link to a screen of one application asks for it there.
  await page.goto('/departments/index');
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an application' })).toBeVisible();
  await expectAccessible(page);
});

test('in forced colours it is seen where one is, what is chosen, and how long each bar is', async ({
  page,
  hospital,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await fillWithPatients(hospital);
  await signedIn(page, hospital.manager);
  const groundOf = (of: Locator) => of.evaluate((one) => getComputedStyle(one).backgroundColor);
  await page.goto('/cases/index?open=1');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  const here = menu.getByRole('link', { name: 'Cases', exact: true });
  await expect(here).toHaveAttribute('aria-current', 'page');
  expect(await groundOf(here)).not.toBe(await groundOf(menu.getByRole('link', { name: 'Alarms' })));
  const stateOf = (name: string) => page.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
  expect(await groundOf(stateOf('Open'))).not.toBe(await groundOf(stateOf('Closed')));
  await page.goto('/surveys/create');
  const active = page.getByRole('switch', { name: 'Active' });
  const track = page.locator('.mantine-Switch-track');
  const on = await groundOf(track);
  await active.press('Space');
  expect(on).not.toBe(await groundOf(track));
  await page.goto('/dashboard');
  const bar = page.getByRole('region', { name: /^Survey funnel/ }).locator('[data-step=eligible]');
  expect(await groundOf(bar)).not.toBe(await groundOf(page.locator('body')));
});

test('whoever asked for less motion sees none', async ({ page, hospital }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signedIn(page, hospital.manager);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: /^Find or do/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const seconds = await page.evaluate(() =>
    Array.from(document.querySelectorAll('*'), (one) => getComputedStyle(one))
      .flatMap(({ animationDuration, transitionDuration }) => `${animationDuration},${transitionDuration}`.split(','))
      .map(Number.parseFloat),
  );
  expect(Math.max(...seconds)).toBeLessThan(0.001);
});

test('the keyboard reaches the content first, and each list row', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await send(hospital, 'A01', inventPatient());
  await page.goto('/messages/index');
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('questions, options and discharges are reached without knowing their address', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  for (const name of ['Questions', 'Options']) {
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  }
  await menu.getByRole('link', { name: 'Discharges' }).click();
  await page.getByRole('link', { name: 'Take surveys' }).click();
  await expect(page).toHaveURL(/\/discharges\/index/);
  await expect(page.getByRole('heading', { level: 1, name: 'Discharges' })).toBeVisible();
});
