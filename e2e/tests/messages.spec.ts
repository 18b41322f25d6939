import { expect } from '@playwright/test';
import { adt, inventPatient } from './support/feed.ts';
import { addNurse, askNewPatient, fillWithPatients, send } from './support/hospital.ts';
import { test } from './support/test.ts';
import { expectAccessible } from './support/accessibility.ts';
import { signedIn } from './support/people.ts';

test('a message from the hospital appears by itself', async ({ page, hospital }) => {
  await send(hospital, 'A01', inventPatient());
  await signedIn(page, hospital.manager);
  await page.goto('/messages/admissions/index?exclude_feedback=1');
  await expect(page.getByRole('table', { name: 'Admissions' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));

  const patient = inventPatient();
  expect(await send(hospital, 'A01', patient)).toContain('MSA|AA|');
  await expect(page.getByRole('link', { name: `${patient.family}, ${patient.given}` })).toBeVisible();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
});

test('one message is read field by field, with what it caused', async ({ page, hospital }) => {
  const patient = inventPatient();
  await send(hospital, 'A01', patient);
  await send(hospital, 'A03', patient);
  await signedIn(page, hospital.manager);
  await page.goto(`/messages/discharges/index?term=${patient.family}`);
  await page.getByRole('link', { name: `${patient.family}, ${patient.given}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.family);

  const fields = page.getByRole('tree', { name: 'Fields' });
  await fields.getByRole('treeitem', { name: /Patient identification/ }).click();
  await fields.getByRole('treeitem', { name: /Patient identification/ }).click();
  await page.keyboard.press('ArrowDown');
  await fields.getByRole('treeitem', { name: new RegExp(`^PID-5\\.1.*${patient.family}`) }).hover();
  await expect(page.getByRole('textbox', { name: 'Raw text' }).locator('mark')).toHaveText(patient.family);

  const caused = page.getByRole('list', { name: 'What it caused' });
  await expect(caused.getByRole('listitem').filter({ hasText: 'Discharge' })).toBeVisible();
  await expect(caused.getByRole('listitem').filter({ hasText: 'E-mail: Sent' }).first()).toBeVisible();
  await caused.getByRole('link', { name: 'Admission' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Admission');
});

test('filters, sorting and pages stay in the address', async ({ page, hospital }) => {
  await fillWithPatients(hospital);
  await signedIn(page, hospital.manager);
  await page.goto('/messages/index');
  await page.getByRole('button', { name: 'Filter by State' }).click();
  await page.getByRole('radio', { name: 'Error' }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/\?state=error$/);
  await page.getByRole('columnheader', { name: 'Happened' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=event_at/);
  await expect(page.getByRole('columnheader', { name: 'Happened' })).toHaveAttribute('aria-sort', 'ascending');

  await page.reload();
  await expect(page.getByRole('button', { name: 'State: Error. Change' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove filter State' }).click();
  await expect(page).not.toHaveURL(/state=/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
});

test('ward staff find no entry for what they may not open', async ({ page, hospital }) => {
  await signedIn(page, await addNurse(hospital));
  await page.goto('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(navigation.getByRole('link', { name: 'Discharges' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Errors' })).toHaveCount(0);
  await expect(navigation.getByRole('link', { name: 'Applications' })).toHaveCount(0);
});

test('an address that does not exist leads to the dashboard', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a list that cannot be loaded says why, and is tried again', async ({ page, hospital }) => {
  await askNewPatient(hospital);
  await signedIn(page, hospital.manager);
  await page.route(/\/api\/v1\/deliveries\?/, (route) =>
    route.fulfill({ status: 503, json: { message: 'The database is away for a moment.' } }),
  );
  await page.goto('/deliveries/index');
  const alert = page.getByRole('alertdialog', { name: 'The list could not be loaded' });
  await expect(alert).toContainText('The database is away for a moment.');
  await page.unroute(/\/api\/v1\/deliveries\?/);
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('table', { name: 'Deliveries' })).toBeVisible();
});

test('a file of messages is stored while one works on, and is counted when it comes again', async ({
  page,
  hospital,
}) => {
  const patients = Array.from({ length: 1500 }, inventPatient);
  const messages = patients.map((patient) => adt('A01', patient, hospital.facility));
  const file = (list: string[]) => ({
    name: `night-${patients[0]?.number}.hl7`,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(`FHS|^~\\&\rBHS|^~\\&\r${list.join('')}`),
  });
  await signedIn(page, hospital.manager);
  await page.goto('/messages/index');
  const dialog = page.getByRole('dialog', { name: 'Import messages from a file' });
  const choose = async (chosen: ReturnType<typeof file>) => {
    await page.getByRole('button', { name: 'Import file' }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: /^File/ })).toBeVisible();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: /^File/ }).click();
    await (await chooser).setFiles(chosen);
    await dialog.getByRole('button', { name: 'Import messages' }).click();
  };

  await choose({ ...file([]), buffer: Buffer.from('name,phone') });
  await expect(dialog.getByText('There is no HL7 message in this file')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await choose(file(messages.slice(0, 1)));
  await expect(dialog.getByText('The file ends in the middle')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();

  // The dialog is closed while the file is still being stored.
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/hl7_messages/import', async (route) => {
    await held;
    await route.continue();
  });
  await choose(file(messages));
  await expect(dialog.getByText(/^(Sending the file|Storing its messages)$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  letGo();
  // The result is shown when the dialog is opened again.
  await page.getByRole('button', { name: 'Import file' }).click();
  await expect(dialog.getByText('The file has been imported: 1,500 messages.')).toBeVisible();
  await expect(dialog.getByText('1,499', { exact: true })).toBeVisible();
});

test('a view of the list is saved, opened from the palette, changed and deleted', async ({ page, hospital }) => {
  await signedIn(page, hospital.manager);
  await page.goto('/messages/index?state=error');
  await page.getByRole('button', { name: 'Save view' }).click();
  const box = page.getByRole('dialog', { name: 'Save view' });
  await box.getByLabel('Name').fill('Errors to look at');
  await expectAccessible(page);
  await box.getByRole('button', { name: 'Save view' }).click();
  const views = page.getByRole('group', { name: 'Saved views' });
  await expect(views.getByRole('button', { name: 'View: Errors to look at' })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find screens, people, records and actions' }).fill('errors to');
  await page.getByRole('option', { name: /Errors to look at/ }).click();
  await expect(page).toHaveURL(/\/messages\/index\?state=error$/);
  await expect(page.getByRole('button', { name: 'State: Error. Change' })).toBeVisible();

  await page.getByRole('searchbox').fill('nobody');
  await expect(views.getByText('Changed', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await views.getByRole('button', { name: 'Save again' }).click();
  await expect(views.getByText('Changed', { exact: true })).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL(/term=nobody/);

  await views.getByRole('button', { name: 'View: Errors to look at' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(views.getByRole('button', { name: 'Save view' })).toBeVisible();
});
