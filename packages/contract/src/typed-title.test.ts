import { expect, it } from 'vitest';
import { isTypedAs } from './typed-title.ts';

it.each([
  ["saint brendan's hospital", 'Saint Brendan’s Hospital'],
  ['  Klinik  Sud ', 'Klinik Süd'],
  ['"North" - outpatients', '“North” – Outpatients'],
  ['مستشفى الملك', 'مستشفى المَلك'],
])('%s is typed for %s', (typed, title) => {
  expect(isTypedAs(typed, title)).toBe(true);
});

it.each([
  ['Saint Brendan', 'Saint Brendan’s Hospital'],
  ['', 'Hospital'],
  ['Hospital 1', 'Hospital 2'],
])('%s is not typed for %s', (typed, title) => {
  expect(isTypedAs(typed, title)).toBe(false);
});
