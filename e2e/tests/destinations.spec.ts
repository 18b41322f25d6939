import { expect } from '@playwright/test';
import { noticeOf } from './support/notices.ts';
import { test } from './support/test.ts';
import { adt, inventPatient, sendOverMllp } from './support/feed.ts';
import { expectAccessible } from './support/accessibility.ts';
import { sayYes } from './support/keyboard.ts';
import { startMllpReceiver } from './support/mllp-receiver.ts';
import { signedIn } from './support/people.ts';

test('messages are forwarded to a system that is named on the screen; where it refuses one, the screen says what to do', async ({
  page,
  hospital,
}) => {
  const receiver = await startMllpReceiver();
  try {
    await signedIn(page, hospital.manager);
    await page.goto('/destinations/create');
    await page.getByRole('textbox', { name: 'Name' }).fill('Laboratory');
    await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(String(receiver.port));
    await page.getByRole('combobox', { name: 'Encryption' }).selectOption('plain');
    await expect(page.getByText('Patients’ data leaves unencrypted')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make destination' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Laboratory' })).toBeVisible();
    const tested = noticeOf(page, /The connection works. Nothing was sent/);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await tested;

    const patient = inventPatient();
    const [admitted, changed] = [`${patient.number}A01`, `${patient.number}A08`];
    await sendOverMllp(adt('A01', patient, hospital.facility));
    await expect(page.getByRole('row', { name: `${admitted} ADT^A01 Sent 1 AA` })).toBeVisible();
    expect(receiver.controlIds).toEqual([admitted]);

    receiver.answer = 'AR';
    await sendOverMllp(adt('A08', patient, hospital.facility));
    await expect(
      page.getByRole('row', { name: `${changed} ADT^A08 Given up 1 The receiver answered AR.` }),
    ).toBeVisible();
    await expect(page.getByText('The queue has stopped')).toBeVisible();
    await expectAccessible(page);

    receiver.answer = 'AA';
    await page.getByRole('button', { name: `Send again: ${changed}` }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('row', { name: `${changed} ADT^A08 Sent 1 AA` })).toBeVisible();
    await expect(page.getByText('The queue has stopped')).toBeHidden();

    await page.getByRole('button', { name: 'Delete' }).click();
    await sayYes(page, /^Delete/);
    await expect(page.getByText('No destinations')).toBeVisible();
  } finally {
    await receiver.close();
  }
});
