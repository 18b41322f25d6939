import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyEdit } from './product-fault.ts';
import { PRODUCT_FAULTS } from './product-faults.ts';

const SERVER_SOURCE = fileURLToPath(new URL('../../../apps/server/src', import.meta.url));

test.each(PRODUCT_FAULTS.map((fault) => [fault.name, fault] as const))(
  'the fault "%s" can still be put back, so that its line in docs/testing.md is about this code',
  (_, { edits }) => {
    const texts = new Map<string, string>();
    for (const edit of edits) {
      const before = texts.get(edit.file) ?? readFileSync(join(SERVER_SOURCE, edit.file), 'utf8');
      texts.set(edit.file, applyEdit(before, edit));
      expect(texts.get(edit.file)).not.toBe(before);
    }
  },
);

test('each fault has a name of its own', () => {
  const names = PRODUCT_FAULTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
