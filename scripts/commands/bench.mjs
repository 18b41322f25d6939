import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNode } from '../run-program.mjs';
import { build } from './build.mjs';

const SUFFIX = '.bench.ts';

/**
 * Runs one benchmark by name, or all of them one after the other. A benchmark is a program `bench/src/<name>.bench.ts`.
 * @param {string[]} args
 */
export async function bench([name, ...args]) {
  await build();
  const folder = join(ROOT, 'bench/src');
  const names = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length));
  if (name && !names.includes(name)) {
    process.stderr.write(`There is no benchmark ${name}: say one of ${names.join(', ')}, or none for all.\n`);
    return 1;
  }
  let worst = 0;
  for (const one of name ? [name] : names) {
    const program = join(folder, `${one}${SUFFIX}`);
    const code = await runNode(['--conditions=wardvoice-source', '--import', 'tsx', program, ...args]);
    worst = Math.max(worst, code);
  }
  return worst;
}
