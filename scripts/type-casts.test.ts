import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

/** Type casts (`x as T`) in 1,000 lines of production code. It was 1.35 when this test was written. */
const MAX_CASTS = 1.4;

const PRODUCTION = /(?<![.](test|cases|d))[.]tsx?$/;

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : listSources(path);
    return PRODUCTION.test(entry.name) ? [path] : [];
  });
}

const sources = ['apps', 'packages']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(ROOT, folder, name, 'src')))
  .filter((folder) => existsSync(folder))
  .flatMap(listSources);

/** Returns the code of a source file, without its comments, quoted texts, SQL, imports and exports of other files. */
const codeOf = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\])\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')
    .replaceAll(/^(import|export) (type )?(\{[^}]*\}|\* as )[^;]*;|^import [^;]*;/gm, '');

/** Returns the first word of the type of each cast in a source file. `as unknown as T` is one cast. */
const castsIn = (source: string): string[] =>
  Array.from(
    codeOf(source).matchAll(/\s(?:as unknown )?as (?!const\b|unknown as\b)(?=[\w('{[])(\w*)/g),
    ([, type = '']) => type,
  );

it('casts are found, and what only looks like one is not', () => {
  expect(castsIn('const a = b as C;')).toEqual(['C']);
  expect(castsIn('const a = b as unknown as C;')).toEqual(['C']);
  expect(castsIn('const a = [b as C, d as E];')).toEqual(['C', 'E']);
  expect(castsIn('const a = (b) as { c: string };')).toHaveLength(1);
  expect(castsIn('const a = [1] as const; // as C')).toEqual([]);
  expect(castsIn("import { a as b } from './a.ts';\nexport * as c from './c.ts';\nexport { d as e };")).toEqual([]);
  expect(castsIn("sql`select a as b`; select('a as b'); /** as C */")).toEqual([]);
});

it('no production code casts to never', () => {
  const found = sources.filter((file) => castsIn(readFileSync(file, 'utf8')).includes('never'));
  expect(found.map((file) => relative(ROOT, file))).toEqual([]);
});

it('production code has few casts', () => {
  const texts = sources.map((file) => readFileSync(file, 'utf8'));
  const casts = texts.reduce((sum, text) => sum + castsIn(text).length, 0);
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0);
  expect(lines).toBeGreaterThan(50_000);
  expect((casts / lines) * 1_000).toBeLessThan(MAX_CASTS);
});
