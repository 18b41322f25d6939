import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeLifecycles, LIFECYCLES_FILE } from './write-lifecycles.ts';

test('docs/lifecycles.md says what moves a message, a visit, a delivery, an invitation, a case, a broadcast and an import; npm run docs writes it anew', async () => {
  expect(readFileSync(LIFECYCLES_FILE, 'utf8')).toBe(await describeLifecycles());
});
