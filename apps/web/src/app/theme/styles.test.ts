import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '..');
const MANTINE = dirname(dirname(createRequire(import.meta.url).resolve('@mantine/core')));
const MODULES = join(MANTINE, 'esm');
const STYLES = join(MANTINE, 'styles');

const read = (file: string): string => readFileSync(file, 'utf8');
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, part = '']) => part);

/** Follows what a file imports, and what that imports, as far as `next` leads. */
function reached(begin: readonly string[], next: (text: string) => string[]): string[] {
  const known = new Set(begin);
  for (const file of known) {
    for (const path of next(read(file))) {
      const other = resolve(dirname(file), path);
      if (existsSync(other)) known.add(other);
    }
  }
  return [...known];
}

/** The components of Mantine that our files draw, with those that these are made of and that have a style sheet. */
function drawnComponents(entry: string): string[] {
  const ours = reached([join(APP, entry)], (text) => found(text, /(?:from |import\(|import )'(\.[^']+)'/g)).map(read);
  const named = ours
    .flatMap((text) => found(text, /import \{([^}]*)\} from '@mantine\/core'/g))
    .flatMap((names) => names.split(',').map((name) => name.trim()));
  // Notices are drawn everywhere, and boxes that ask by @mantine/modals.
  const files = ['Notification', ...named, ...(ours.some((text) => text.includes('@mantine/modals')) ? ['Modal'] : [])]
    .flatMap((name) =>
      found(read(join(MODULES, 'index.mjs')), new RegExp(`import \\{ ${name} \\} from "([^"]+)"`, 'g')),
    )
    .map((path) => join(MODULES, path));
  return reached(files, (text) => found(text, /from "(\.[^"]+)"/g))
    .flatMap((file) => found(file, /\/([A-Za-z]+)\.mjs$/g))
    .filter((name) => existsSync(join(STYLES, `${name}.layer.css`)));
}

const importedBy = (file: string): string[] =>
  found(read(join(APP, 'theme', file)), /@mantine\/core\/styles\/([\w-]+)\.layer\.css/g);

const OPEN = importedBy('open-styles.ts');
const STAFF = importedBy('staff-styles.ts');

it('every component before the sign-in has its style sheet', () => {
  const drawn = drawnComponents('open-screens.tsx');
  expect(drawn).toContain('PasswordInput');
  expect(
    drawn.filter((name) => !OPEN.includes(name)),
    'Import them in open-styles.ts.',
  ).toEqual([]);
});

it('every component after the sign-in has its style sheet, and none is loaded twice', () => {
  const drawn = drawnComponents('staff.tsx');
  expect(drawn).toContain('Table');
  expect(
    drawn.filter((name) => ![...OPEN, ...STAFF].includes(name)),
    'Import them in staff-styles.ts.',
  ).toEqual([]);
  expect(STAFF.filter((name) => OPEN.includes(name))).toEqual([]);
});
