import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SLICES } from '../.dependency-cruiser.mjs';
import { checkBoundaries } from './check-boundaries.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const server = 'apps/server/src';
const web = 'apps/web/src';

/** A small project that keeps every rule. Each test adds one violation to it. */
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
  [`${server}/portal/client/kiosk.ts`]: `export const kiosk = 1;`,
  [`${server}/testing/builders.ts`]: `export const build = 1;`,
  [`${web}/main.tsx`]: `import { Contacts } from './features/contacts/contacts-page.tsx'; export const page = <Contacts />;`,
  [`${web}/app/theme.ts`]: `export const theme = 1;`,
  [`${web}/api/session.ts`]: `import type { contract } from '../../../../packages/contract/src/index.ts'; export type Session = typeof contract;`,
  [`${web}/ui/kit/table.tsx`]: `export const Table = () => <p>table</p>;`,
  [`${web}/ui/hl7/segment.tsx`]: `import { Table } from '../kit/table.tsx'; export const Segment = () => <Table />;`,
  [`${web}/ui/domain/list-page.tsx`]: `import type { Session } from '../../api/session.ts'; import { Segment } from '../hl7/segment.tsx'; import { Table } from '../kit/table.tsx'; export const ListPage = (_: { of?: Session }) => <><Table /><Segment /></>;`,
  [`${web}/features/contacts/contacts-page.tsx`]: `import { ListPage } from '../../ui/domain/list-page.tsx'; export const Contacts = () => <ListPage />;`,
  [`${web}/features/triggers/triggers-page.tsx`]: `export const Triggers = () => <p>triggers</p>;`,
};

/** A second file that the violation of a rule needs. It breaks no rule itself. */
const BESIDE: Record<string, Record<string, string>> = {
  'no-cycles': { [`${server}/platform/other.ts`]: `import { now } from './clock.ts'; export const other = now;` },
  'ui-is-sorted': { [`${web}/ui/menu.tsx`]: `export const Menu = () => <p>menu</p>;` },
};

let project: string;

beforeEach(async () => {
  project = await realpath(await mkdtemp(join(tmpdir(), 'wardvoice-project-')));
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'));
});
afterEach(() => rm(project, { recursive: true, force: true }));

async function problemsWith(planted: Record<string, string>): Promise<string[]> {
  for (const [path, text] of Object.entries({ ...HOUSE, ...planted })) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  return (await checkBoundaries(project)).problems;
}

it('finds nothing in a project that keeps the rules', async () => {
  expect(await problemsWith({})).toEqual([]);
});

describe('a violation is found, and the line says what to do instead:', () => {
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
    ['client-stands-alone', 'packages/client/src/x.ts', `export { contract } from '../../contract/src/index.ts';`],
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
    [
      'portal-client-stands-alone',
      `${server}/portal/client/portal.ts`,
      `export { now } from '../../platform/clock.ts';`,
    ],
    ['server-imports-no-portal-client', `${server}/portal/portal.ts`, `export * from './client/kiosk.ts';`],
    ['slices-know-no-portal', `${server}/features/contacts/page.ts`, `export * from '../../main.ts';`],
    ['tests-stay-tests', `${server}/jobs.ts`, `export { build } from './testing/builders.ts';`],
    [
      'web-never-imports-server',
      `${web}/api/client.ts`,
      `import type { now } from '../../../server/src/platform/clock.ts';`,
    ],
    ['server-never-imports-web', `${server}/pages.ts`, `export * from '../../web/src/ui/domain/list-page.tsx';`],
    ['web-slices-are-separate', `${web}/features/triggers/form.tsx`, `export * from '../contacts/contacts-page.tsx';`],
    ['web-slices-know-no-app', `${web}/features/triggers/colours.ts`, `export { theme } from '../../app/theme.ts';`],
    [
      'web-slices-know-no-app',
      `${web}/features/triggers/colours.ts`,
      `import type { theme } from '../../app/theme.ts'; export type Theme = typeof theme;`,
    ],
    ['web-slices-know-no-app', `${web}/features/triggers/later.ts`, `export const app = import('../../app/theme.ts');`],
    ['ui-is-below-features', `${web}/ui/domain/menu.tsx`, `export * from '../../features/triggers/triggers-page.tsx';`],
    ['kit-knows-no-product', `${web}/ui/kit/pager.tsx`, `export { ListPage } from '../domain/list-page.tsx';`],
    ['kit-knows-no-product', `${web}/ui/kit/pager.tsx`, `export { Segment } from '../hl7/segment.tsx';`],
    ['kit-knows-no-product', `${web}/ui/kit/pager.tsx`, `export type { Session } from '../../api/session.ts';`],
    [
      'kit-knows-no-product',
      `${web}/ui/kit/pager.tsx`,
      `import type { contract } from '../../../../../packages/contract/src/index.ts'; export type Page = typeof contract;`,
    ],
    ['hl7-shows-messages-only', `${web}/ui/hl7/tree.tsx`, `export { ListPage } from '../domain/list-page.tsx';`],
    ['ui-is-sorted', `${web}/features/triggers/list.tsx`, `export * from '../../ui/menu.tsx';`],
    ['no-cycles', `${server}/platform/clock.ts`, `export { other } from './other.ts'; export const now = 1;`],
    ['imports-resolve', `${server}/platform/other.ts`, `export * from './absent.ts';`],
  ])('%s', async (rule, path, text) => {
    const problems = await problemsWith({ ...BESIDE[rule], [path]: text });
    expect(problems.map((problem) => problem.split(':')[0])).toContain(rule);
    const line = problems.find((problem) => problem.startsWith(rule)) ?? '';
    expect(line).toMatch(/imports .*\.\n {4}.{40,}\.$/);
  });

  it('every slice that imports the one to its right', async () => {
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

it('fails when no file was read, which would otherwise look like a project without violations', async () => {
  expect(await checkBoundaries(project)).toMatchObject({
    problems: [expect.stringMatching(/^too-few-modules: 0 of 0/)],
  });
});
