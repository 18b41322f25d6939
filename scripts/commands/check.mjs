import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT, runNode } from '../run-program.mjs';
import { build } from './build.mjs';
import { install } from './install.mjs';

/**
 * `failures`: the names of the checks or tests that failed, where a report contains them, each with the lines that say why.
 * @typedef {{passed: number, failed: number, failures?: string[]}} Score
 */

/** A failure is told in at most this many lines at the end, because whoever reads a long log often sees only its end. */
const LINES_OF_FAILURE = 25;

const CHECKS = [
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--cache', '--log-level=warn', '.']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']],
  ['types', ['node_modules/typescript/bin/tsc', '-b']],
  ['boundaries', ['scripts/check-boundaries.mjs']],
];

/**
 * Runs everything that CI checks. A check counts as one, and so does a test. The last lines name what failed, and give the
 * totals.
 * @param {{browser: boolean}} options
 */
export async function check({ browser }) {
  install();
  const reports = join(ROOT, '.cache/reports');
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const scores = [];
  const failures = [];
  const step = async (name, run) => {
    process.stdout.write(`\n── ${name}\n`);
    const started = performance.now();
    const score = await run();
    scores.push(score);
    failures.push(...(score.failures ?? (score.failed > 0 ? [name] : [])));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${name}: ${score.failed === 0 ? 'good' : 'FAILED'} (${seconds} s)\n`);
  };
  let interrupted = false;
  process.on('SIGINT', () => (interrupted = true));
  process.on('SIGTERM', () => (interrupted = true));

  for (const [name, args] of CHECKS) {
    if (!interrupted) await step(name, async () => oneCheck(await runNode(args)));
  }
  if (!interrupted) await step('unit and API tests', () => runVitest(join(reports, 'vitest.json')));
  if (browser && !interrupted) await step('browser tests', () => runPlaywright(join(reports, 'playwright.json')));

  const passed = scores.reduce((sum, score) => sum + score.passed, 0);
  const failed = scores.reduce((sum, score) => sum + score.failed, 0);
  if (interrupted) process.stdout.write('\nStopped before the end.\n');
  if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((name) => `  ${name}\n`).join('')}`);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return interrupted ? 130 : failed > 0 ? 1 : 0;
}

/** @param {number} code @returns {Score} */
function oneCheck(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** @param {string} report @returns {Promise<Score>} */
async function runVitest(report) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...reporters]);
  const told = readReport(report);
  // A file that could not be loaded has failed although none of its tests has.
  const brokenFiles = told?.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const failures = told?.testResults.flatMap((file) => [
    ...(brokenFiles.includes(file) ? [relative(ROOT, file.name)] : []),
    ...file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => tell(`${relative(ROOT, file.name)}: ${test.fullName}`, test.failureMessages)),
  ]);
  return scoreOf(code, told?.numPassedTests, told && told.numFailedTests + brokenFiles.length, failures);
}

/** @param {string} report @returns {Promise<Score>} */
async function runPlaywright(report) {
  await build();
  const installed = await runNode(['--import', 'tsx', 'e2e/install-browser.ts']);
  if (installed !== 0) return oneCheck(installed);
  const code = await runNode(
    ['node_modules/@playwright/test/cli.js', 'test', '--config=e2e/playwright.config.ts', '--reporter=list,json'],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  );
  const told = readReport(report);
  const stats = told?.stats;
  const failures = told?.suites.flatMap(failedSpecs);
  return scoreOf(code, stats && stats.expected + stats.flaky, stats?.unexpected, failures);
}

/** Returns the failed tests of a suite of Playwright's report, and of all suites within it. */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) =>
      tell(
        `e2e/tests/${file}:${line}: ${title}`,
        tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message))),
      ),
    );
  return [...failed, ...suites.flatMap(failedSpecs)];
}

/**
 * Returns the name of a failed test, and below it the first lines of its messages.
 * @param {string} name
 * @param {readonly (string | undefined)[]} messages
 */
function tell(name, messages) {
  const lines = messages
    .flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'))
    .filter((line) => !/^\s+at .*node_modules/.test(line));
  return [name, ...lines.slice(0, LINES_OF_FAILURE).map((line) => `    ${line}`)].join('\n');
}

/**
 * Counts a run that exited with an error as failed, whatever its report says.
 * @param {number} code
 * @param {number | undefined} passed
 * @param {number | undefined} failed
 * @param {string[] | undefined} failures
 * @returns {Score}
 */
function scoreOf(code, passed = 0, failed = 0, failures) {
  const named = failures && failures.length > 0 ? { failures } : {};
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), ...named };
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
