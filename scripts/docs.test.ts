import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Paths in the text: in backticks, below a folder of ours, without placeholders. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:apps|packages|bench|e2e|scripts|docs)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, path]) => path ?? '');
  return [...quoted, ...linked];
}

test.each(documents)('every path that %s names exists', (document) => {
  const paths = pathsIn(readFileSync(join(ROOT, document), 'utf8'));
  const folder = document.includes('/') ? 'docs' : '';
  const missing = paths.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, folder, path)));
  expect(missing).toEqual([]);
});

test('the architecture page follows the three journeys', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  expect(pathsIn(text).length).toBeGreaterThan(20);
});
