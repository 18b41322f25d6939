import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  /** Only needed for development. */
  dev?: boolean;
  /** A workspace of our own. */
  link?: boolean;
}

/** Licences that a hospital, and whoever passes Wardvoice on, can accept without asking a lawyer. */
const ACCEPTED = [
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'OFL-1.1',
  'Unlicense',
  'PostgreSQL',
  'Python-2.0',
];

/** Packages whose package.json has no licence, by the one in their file LICENSE. */
const BY_FILE: Readonly<Record<string, string>> = { 'png-js 2.0.0': 'MIT' };

/** Returns whether a licence, or an expression of several, leaves a choice of accepted ones. */
function isAccepted(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAccepted);
  return plain.split(' OR ').some((one) => ACCEPTED.includes(one));
}

/** A line for each package that is delivered with a licence that is not accepted, and for each without a checksum. */
function findProblems(packages: Readonly<Record<string, Locked>>): string[] {
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  return foreign.flatMap(([path, { version, license: named, integrity, dev }]) => {
    const name = `${path.split('node_modules/').at(-1)} ${version}`;
    const license = named ?? BY_FILE[name] ?? 'no licence';
    return [
      ...(dev || isAccepted(license) ? [] : [`${name} has ${license}: choose another package, or accept it here`]),
      ...(integrity ? [] : [`${name} has no checksum in package-lock.json`]),
    ];
  });
}

it('every package that is delivered has a licence that is accepted, and every package a checksum', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  expect(Object.keys(packages).length).toBeGreaterThan(300);
  expect(findProblems(packages)).toEqual([]);
});

it('a licence that asks for more and a package without a checksum are named', () => {
  const integrity = 'sha512-x';
  expect(
    findProblems({
      '': { license: 'Apache-2.0' },
      'apps/server': { version: '1.0.0', license: 'Apache-2.0' },
      'node_modules/@wardvoice/server': { link: true },
      'node_modules/good': { version: '1.0.0', license: '(MIT OR GPL-3.0-only)', integrity },
      'node_modules/copyleft': { version: '2.0.0', license: 'AGPL-3.0-only', integrity },
      'node_modules/both': { version: '3.0.0', license: 'MIT AND GPL-3.0-only', integrity },
      'node_modules/a/node_modules/unnamed': { version: '4.0.0', integrity },
      'node_modules/tool': { version: '5.0.0', license: 'GPL-3.0-only', dev: true },
    }),
  ).toEqual([
    'copyleft 2.0.0 has AGPL-3.0-only: choose another package, or accept it here',
    'both 3.0.0 has MIT AND GPL-3.0-only: choose another package, or accept it here',
    'unnamed 4.0.0 has no licence: choose another package, or accept it here',
    'tool 5.0.0 has no checksum in package-lock.json',
  ]);
});
