import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SLICES } from '../.dependency-cruiser.mjs';
import { checkBoundaries } from './check-boundaries.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const server = 'apps/server/src';
const web = 'apps/web/src';

/** A small house that keeps every rule; each test plants one thing into it. */
const HOUSE: Record<string, string> = {
  'packages/hl7/src/index.ts': `export const hl7 = 1;`,
  'packages/contract/src/index.ts': `import * as z from 'zod'; export const contract = z.string();`,
  [`${server}/main.ts`]: `import './app.ts';`,
  [`${server}/app.ts`]: `import './features/triggers/triggers.routes.ts';`,
  [`${server}/platform/clock.ts`]: `export const now = () => Date.now();`,
  [`${server}/features/contacts/index.ts`]: `export { insertContact } from './contacts.queries.ts';`,
  [`${server}/features/contacts/contacts.queries.ts`]: `import { now } from '../../platform/clock.ts'; export const insertContact = now;`,
  [`${server}/features/triggers/index.ts`]: `export { runTriggers } from './run-triggers.ts';`,
  [`${server}/features/triggers/run-triggers.ts`]: `import { insertContact } from '../contacts/index.ts'; export const runTriggers = insertContact;`,
  [`${server}/features/triggers/triggers.routes.ts`]: `import { runTriggers } from './run-triggers.ts'; export const routes = [runTriggers];`,
  [`${server}/testing/builders.ts`]: `export const build = 1;`,
  [`${web}/main.tsx`]: `import { Contacts } from './features/contacts/contacts-page.tsx'; export const page = <Contacts />;`,
  [`${web}/ui/list-page.tsx`]: `export const ListPage = () => <p>list</p>;`,
  [`${web}/features/contacts/contacts-page.tsx`]: `import { ListPage } from '../../ui/list-page.tsx'; export const Contacts = () => <ListPage />;`,
  [`${web}/features/triggers/triggers-page.tsx`]: `export const Triggers = () => <p>triggers</p>;`,
};

let house: string;

beforeEach(async () => {
  house = await realpath(await mkdtemp(join(tmpdir(), 'wardvoice-house-')));
  await symlink(join(ROOT, 'node_modules'), join(house, 'node_modules'));
});
afterEach(() => rm(house, { recursive: true, force: true }));

async function problemsWith(planted: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries({ ...HOUSE, ...planted })) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  return (await checkBoundaries(house)).problems;
}

it('finds nothing in a house that keeps the rules', async () => {
  expect(await problemsWith({})).toEqual([]);
});

describe('a planted violation is seen, and the line says what to do instead:', () => {
  it.each([
    [
      'hl7-is-pure',
      'packages/hl7/src/parse.ts',
      `import { readFileSync } from 'node:fs'; export const x = readFileSync;`,
    ],
    ['hl7-is-pure', 'packages/hl7/src/parse.ts', `import * as z from 'zod'; export const x = z;`],
    ['contract-is-a-leaf', 'packages/contract/src/cases.ts', `export { hl7 } from '../../hl7/src/index.ts';`],
    [
      'contract-is-a-leaf',
      'packages/contract/src/cases.ts',
      `import { join } from 'node:path'; export const x = join;`,
    ],
    [
      'platform-knows-no-hospital',
      `${server}/platform/http.ts`,
      `import type {} from '../features/contacts/index.ts';`,
    ],
    ['platform-knows-no-hospital', `${server}/platform/http.ts`, `export const app = import('../app.ts');`],
    [
      'routes-hold-no-sql',
      `${server}/features/contacts/contacts.routes.ts`,
      `import { sql } from 'kysely'; export const x = sql;`,
    ],
    ['slice-door', `${server}/features/triggers/fields.ts`, `export * from '../contacts/contacts.queries.ts';`],
    [
      'slice-order-contacts',
      `${server}/features/contacts/import.ts`,
      `export { runTriggers } from '../triggers/index.ts';`,
    ],
    ['slice-is-listed', `${server}/features/weather/index.ts`, `export { now } from '../../platform/clock.ts';`],
    ['portal-uses-doors', `${server}/portal/page.tsx`, `export * from '../features/contacts/contacts.queries.ts';`],
    ['slices-know-no-portal', `${server}/features/contacts/page.ts`, `export * from '../../main.ts';`],
    ['tests-stay-tests', `${server}/jobs.ts`, `export { build } from './testing/builders.ts';`],
    [
      'web-never-imports-server',
      `${web}/api/client.ts`,
      `import type { now } from '../../../server/src/platform/clock.ts';`,
    ],
    ['server-never-imports-web', `${server}/pages.ts`, `export * from '../../web/src/ui/list-page.tsx';`],
    ['web-slices-are-separate', `${web}/features/triggers/form.tsx`, `export * from '../contacts/contacts-page.tsx';`],
    ['ui-is-below-features', `${web}/ui/menu.tsx`, `export * from '../features/triggers/triggers-page.tsx';`],
    ['no-cycles', `${server}/platform/clock.ts`, `export { other } from './other.ts'; export const now = 1;`],
    ['imports-resolve', `${server}/platform/other.ts`, `export * from './absent.ts';`],
  ])('%s', async (rule, path, text) => {
    const other: Record<string, string> =
      rule === 'no-cycles'
        ? { [`${server}/platform/other.ts`]: `import { now } from './clock.ts'; export const other = now;` }
        : {};
    const problems = await problemsWith({ ...other, [path]: text });
    expect(problems.map((problem) => problem.split(':')[0])).toContain(rule);
    const line = problems.find((problem) => problem.startsWith(rule)) ?? '';
    expect(line).toMatch(/imports .*\.\n {4}.{40,}\.$/);
  });

  it('every slice against its right neighbour', async () => {
    const planted = SLICES.slice(0, -1).map((slice, position) => [
      `${server}/features/${slice}/early.ts`,
      `export * from '../${SLICES[position + 1]}/index.ts';`,
    ]);
    const doors = SLICES.map((slice) => [`${server}/features/${slice}/index.ts`, `export const door = '${slice}';`]);
    const problems = await problemsWith(Object.fromEntries([...doors, ...planted]));
    for (const slice of SLICES.slice(0, -1)) {
      expect(problems.map((problem) => problem.split(':')[0])).toContain(`slice-order-${slice}`);
    }
  });
});

it('fails when nothing was read, which would otherwise look like a house without faults', async () => {
  expect(await checkBoundaries(house)).toMatchObject({ problems: [expect.stringMatching(/^too-few-modules: 0 of 0/)] });
});
