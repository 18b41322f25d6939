import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

/** Words that names must not contain. docs/glossary.md says which to use instead. */
const WORDS = /\b(house|judge|judged|twins?|looks|handOver|keepLooking)\b/;
const LIMITS = /\b(MOST|LONGEST|MAXIMUM)_[A-Z]/;
const VERBS = /\b(tell|take|note|judge)[A-Z]\w*/;
const FILES = /(^|-)(utils?|helpers?|lib|common|misc|types|interfaces|manager|judge|house|moment|twins?|looks)([.-]|$)/;

const FOLDERS = ['apps', 'packages', 'simulation', 'bench', 'scripts', 'e2e'];
const SOURCE = /[.](ts|tsx|mjs)$/;

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|[.].*)$/.test(entry.name) ? [] : listSources(path);
    return SOURCE.test(entry.name) && path !== import.meta.filename ? [path] : [];
  });
}

/** Returns the names in a source file, without its comments and quoted texts. */
const namesIn = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replaceAll(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, '``');

it('names are words that an engineer of this field would search for', () => {
  const found = FOLDERS.flatMap((folder) => listSources(join(ROOT, folder))).flatMap((file) => {
    const names = namesIn(readFileSync(file, 'utf8'));
    const words = [WORDS, LIMITS, VERBS].map((pattern) => pattern.exec(names)?.[0]);
    return [FILES.exec(basename(file))?.[0], ...words]
      .filter((word) => word !== undefined)
      .map((word) => `${relative(ROOT, file)}: ${word}`);
  });
  expect(found).toEqual([]);
});
