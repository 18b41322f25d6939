import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

const SERVER = join(ROOT, 'apps/server/src');

/** The embedded database has one host, and the finder asks each machine by itself. */
const MAY_CONNECT = /^(platform[/]db[/](hosts|embedded)[/]|platform[/]db[/]embedded-postgres[.]ts$)/;

it('every connection to the database is opened by platform/db/hosts/connect.ts, which finds the machine that accepts writes', () => {
  const opening = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<![.](test|cases))[.]tsx?$/.test(name) && !name.startsWith('testing/'))
    .filter((name) => /\bnew (pg[.])?(Client|Pool)\(/.test(readFileSync(join(SERVER, name), 'utf8')));
  expect(opening.filter((name) => !MAY_CONNECT.test(name))).toEqual([]);
  // The search finds what it looks for.
  expect(opening).toContain('platform/db/hosts/primary-finder.ts');
});
