import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ROOT } from './run-program.mjs';

/** Lines of a slice, its tests aside. A slice that is larger is two. */
const MAX_LINES = 2_000;
/** Files directly in a folder, tests aside: what is more is not seen at once. */
const MAX_FILES = 25;

/** The slices of the server. */
const FEATURES = join(ROOT, 'apps/server/src/features');
/** What else has folders to lose the way in: of these, the folders only are counted. */
const OTHERS = ['apps/web/src', 'apps/server/src/testing', 'simulation/src', 'packages/hl7/src'].map((path) =>
  join(ROOT, path),
);

const isProduction = (name: string): boolean => /(?<![.](test|cases))[.]tsx?$/.test(name);

function listFolders(folder: string): string[] {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...inside.flatMap(({ name }) => listFolders(join(folder, name)))];
}

const listProductionFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isProduction(entry.name))
    .map(({ name }) => join(folder, name));

const countLines = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

const listSlices = (features: string): string[] =>
  readdirSync(features, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A line for each slice that has too many lines. */
function findLongSlices(features: string): string[] {
  return listSlices(features).flatMap((slice) => {
    const lines = listFolders(join(features, slice))
      .flatMap(listProductionFiles)
      .map(countLines)
      .reduce((sum, count) => sum + count, 0);
    return lines > MAX_LINES ? [`${slice}: ${lines} lines; divide it by what its parts are about`] : [];
  });
}

/** A line for each folder below `root` that has too many files. */
function findFullFolders(root: string): string[] {
  return listFolders(root)
    .map((folder) => ({ path: relative(root, folder), files: listProductionFiles(folder).length }))
    .filter(({ files }) => files > MAX_FILES)
    .map(({ path, files }) => `${path}: ${files} files; put those of one part into a folder`);
}

it('no slice of the server has over 2,000 lines, and no folder in it over 25 files', () => {
  expect(listFolders(FEATURES).length).toBeGreaterThan(30);
  expect(findLongSlices(FEATURES)).toEqual([]);
  expect(findFullFolders(FEATURES)).toEqual([]);
});

it('no folder of the web application, of the tests’ parts, of the simulation or of HL7 has over 25 files', () => {
  expect(OTHERS.flatMap(listFolders).length).toBeGreaterThan(50);
  expect(OTHERS.flatMap(findFullFolders)).toEqual([]);
});

it('a slice that is too long and a folder that is too full are named; tests do not count', async () => {
  const features = await mkdtemp(join(tmpdir(), 'wardvoice-features-'));
  onTestFinished(() => rm(features, { recursive: true, force: true }));
  const plant = async (path: string, lines: number) => {
    await mkdir(join(features, path, '..'), { recursive: true });
    await writeFile(join(features, path), 'export {};\n'.repeat(lines));
  };
  await plant('visits/apply-event.ts', 1_500);
  await plant('visits/census/list-beds.ts', 501);
  await plant('contacts/save-contact.ts', 2_000);
  await plant('contacts/contacts.api.test.ts', 3_000);
  for (let number = 1; number <= 25; number += 1) await plant(`surveys/templates/template-${number}.ts`, 1);
  await plant('surveys/templates/templates.test.ts', 1);
  expect(findLongSlices(features)).toEqual(['visits: 2001 lines; divide it by what its parts are about']);
  expect(findFullFolders(features)).toEqual([]);
  await plant('surveys/templates/template-26.tsx', 1);
  expect(findFullFolders(features)).toEqual(['surveys/templates: 26 files; put those of one part into a folder']);
});
