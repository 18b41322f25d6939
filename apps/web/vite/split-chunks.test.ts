import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeSplitting } from './split-chunks.ts';

const SOURCES = join(import.meta.dirname, '../src');
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map((file) => join(SOURCES, file));
const groupOf = (file: string) =>
  codeSplitting.groups.find(({ test }) => test instanceof RegExp && test.test(file))?.name ?? null;

it('what draws charts is apart from what every screen loads', () => {
  const drawing = files.filter((file) => /from '(@mantine\/charts|recharts)'/.test(readFileSync(file, 'utf8')));
  expect(new Set(drawing.map(groupOf))).toEqual(new Set(['charts']));
});

it('each group is of files that exist', () => {
  const patterns = codeSplitting.groups.filter(({ test }) => test instanceof RegExp).map(({ name }) => name);
  expect(patterns.filter((name) => !files.some((file) => groupOf(file) === name))).toEqual([]);
});
