import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './run-program.mjs';

const SCREENS = join(ROOT, 'apps/web/src');
/** A colon between two values in a template literal, or between parts that are joined. */
const COLON = /\}: \$\{|`: \$\{|join\(': '\)/;
/** Test files put texts together to find them, and the gallery has examples in English. */
const EXCEPT = /[.]test[.]|^features\/gallery\//;

it('no screen writes a colon between two texts itself: `named` does, as the language has it', () => {
  const found = readdirSync(SCREENS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /[.]tsx?$/.test(file) && !EXCEPT.test(file))
    .flatMap((file) =>
      readFileSync(join(SCREENS, file), 'utf8')
        .split('\n')
        .filter((line) => COLON.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
