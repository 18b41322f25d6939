import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { SLICES } from '../.dependency-cruiser.mjs';

const ROOT = join(import.meta.dirname, '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'deploy/README.md',
  'deploy/helm/wardvoice/README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Returns the paths of the project that a text names in backticks, without those that contain placeholders. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`((?:apps|packages|bench|e2e|scripts|docs|deploy)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  );
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, path]) => path ?? '');
  return [...quoted, ...linked];
}

test.each(documents)('every path that %s names exists', (document) => {
  const paths = pathsIn(readFileSync(join(ROOT, document), 'utf8'));
  const folder = dirname(document);
  const missing = paths.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, folder, path)));
  expect(missing).toEqual([]);
});

test('every test and file that the page on OWASP ASVS names exists, and no requirement stands there twice', () => {
  const text = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+[.](?:ts|tsx|spec[.]ts))`/g)].map(([, path]) => path ?? '');
  const linked = pathsIn(text).filter((path) => path.startsWith('../'));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !['', 'apps/server/src'].some((base) => existsSync(join(ROOT, base, path))))).toEqual(
    [],
  );
  expect(linked.filter((path) => !existsSync(join(ROOT, 'docs/security', path)))).toEqual([]);
  const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*)\| (holds|open|does not apply) +\|/gm)].map(([, id]) => id);
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map((id) => id?.split(' ')[0])).size).toBe(rows.length);
});

test('the architecture page follows the three journeys', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  expect(pathsIn(text).length).toBeGreaterThan(20);
});

test('the architecture page has the slices in the order that is enforced', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
  const [order = ''] = /^permissions · [\s\S]*?dashboard$/m.exec(text) ?? [];
  expect(order.split(/[\s·|]+/)).toEqual(SLICES);
});

test('every table of the classes of data in the threat model exists', () => {
  const [, section = ''] =
    /## Classes of data\n([\s\S]*?)\n\n\| Class +\| Stored/.exec(
      readFileSync(join(ROOT, 'docs/threat-model.md'), 'utf8'),
    ) ?? [];
  const model = readFileSync(join(ROOT, 'docs/data-model.md'), 'utf8');
  const named = [...section.matchAll(/`([a-z_]+)(?:\.[a-z_]+)?`/g)].map(([, name]) => name ?? '');
  const tables = named.filter((name) => name !== 'token_hash');
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((name) => !model.includes(`| \`${name}\``))).toEqual([]);
});
