import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import swc from '@swc/core';
import rules from '../.dependency-cruiser.mjs';

// dependency-cruiser asks swc to parse every file as plain TypeScript, which fails for JSX. The file's name tells swc which of
// the two it is.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') });
const { cruise } = await import('dependency-cruiser');

const FOLDERS = ['packages', 'apps'];

/**
 * Checks who imports whom under `root`, by the rules of .dependency-cruiser.mjs.
 * @param {string} root
 * @returns {Promise<{cruised: number, problems: string[]}>} each problem one line that says what to do
 */
export async function checkBoundaries(root) {
  const sources = FOLDERS.flatMap((folder) => listSources(join(root, folder)));
  const { forbidden, options } = rules;
  const { output } = await cruise(
    sources.map((file) => relative(root, file)),
    { ...options, baseDir: root, ruleSet: { forbidden }, validate: true },
  );
  const cruised = output.modules.filter(({ source }) => /^(packages|apps)\/.*[.]tsx?$/.test(source));
  const comments = new Map(forbidden.map(({ name, comment }) => [name, comment]));
  const problems = output.summary.violations.map(
    ({ rule, from, to }) => `${rule.name}: ${from} imports ${to}.\n    ${comments.get(rule.name)}`,
  );
  // When no file was read, no violation is found either: that must not pass.
  if (sources.length === 0 || cruised.length < sources.length) {
    problems.push(
      `too-few-modules: ${cruised.length} of ${sources.length} source files were read; is @swc/core there?`,
    );
  }
  const imports = cruised.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  if (sources.length > 1 && imports === 0) {
    problems.push('no-imports: not one import was found in the source files; is @swc/core there?');
  }
  return { cruised: cruised.length, problems };
}

/** @param {string} folder @returns {string[]} */
function listSources(folder) {
  if (!statSync(folder, { throwIfNoEntry: false })) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'dist', '.cache'].includes(entry.name) ? [] : listSources(path);
    return /[.]tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') && path.includes('/src/') ? [path] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { cruised, problems } = await checkBoundaries(resolve(import.meta.dirname, '..'));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`${cruised} modules read, ${problems.length} boundaries crossed\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
