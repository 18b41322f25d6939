// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { messages } from '@wardvoice/contract';

afterEach(() => document.head.replaceChildren());

/** Loads the modules as a page does into which the server wrote this sub-path. */
async function below(subPath: string) {
  const meta = document.createElement('meta');
  meta.name = 'sub-path';
  meta.content = subPath;
  document.head.append(meta);
  vi.resetModules();
  return { ...(await import('./sub-path.ts')), ...(await import('./address.ts')) };
}

test('below a path, calls, pictures and other pages are asked for below it', async () => {
  const { addressOf, csvAddressOf, atSubPath, withoutSubPath } = await below('/wardvoice');
  expect(addressOf(messages.getMessage, { id: 7 })).toBe('/wardvoice/api/v1/hl7_messages/7');
  expect(csvAddressOf(messages.listMessages, {})).toBe('/wardvoice/api/v1/hl7_messages.csv');
  expect(atSubPath('/api/v1/logos/0a1b')).toBe('/wardvoice/api/v1/logos/0a1b');
  expect(atSubPath('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
  expect([withoutSubPath('/wardvoice/cases/index'), withoutSubPath('/wardvoice')]).toEqual(['/cases/index', '/']);
  expect(withoutSubPath('/wardvoicex/index')).toBe('/wardvoicex/index');
});

test('with a name of its own, nothing stands before them', async () => {
  const { addressOf, atSubPath, withoutSubPath } = await below('');
  expect(addressOf(messages.getMessage, { id: 7 })).toBe('/api/v1/hl7_messages/7');
  expect([atSubPath('/wardvoice.svg'), withoutSubPath('/cases/index')]).toEqual(['/wardvoice.svg', '/cases/index']);
});
